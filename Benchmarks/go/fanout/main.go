// fanout READERS ROUNDS: one publisher to many readers over one buffered channel each, in rounds that end when every
// reader has everything. It does what Sources/fanout does, message for message, and prints nanoseconds per delivery.
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

const (
	roundSize  = 1000
	bufferSize = 1024
)

type reading struct{ station, lap, value int }

type tally struct{ received, values, stations int }

func (t tally) isExactly(expected int) bool {
	return t.received == expected && t.values == expected && t.stations == expected*(roundSize-1)/2
}

func read(messages <-chan reading, round *sync.WaitGroup, done chan<- tally) {
	var t tally
	for message := range messages {
		t.received++
		t.values += message.value
		t.stations += message.station
		if t.received%roundSize == 0 {
			round.Done()
		}
	}
	done <- t
}

func publish(rounds int, readers []chan reading, round *sync.WaitGroup) {
	for lap := 0; lap < rounds; lap++ {
		round.Add(len(readers))
		for number := 0; number < roundSize; number++ {
			message := reading{station: number, lap: lap, value: 1}
			for _, reader := range readers {
				reader <- message
			}
		}
		round.Wait()
	}
}

func fail(code int, text string) {
	fmt.Fprintln(os.Stderr, text)
	os.Exit(code)
}

func main() {
	if len(os.Args) != 3 {
		fail(2, "usage: fanout READERS ROUNDS")
	}
	count, badCount := strconv.Atoi(os.Args[1])
	rounds, badRounds := strconv.Atoi(os.Args[2])
	if badCount != nil || badRounds != nil || count < 1 || rounds < 1 {
		fail(2, "usage: fanout READERS ROUNDS")
	}

	var round sync.WaitGroup
	done := make(chan tally, count)
	readers := make([]chan reading, count)
	for index := range readers {
		readers[index] = make(chan reading, bufferSize)
		go read(readers[index], &round, done)
	}

	warmUpRounds := rounds/10 + 1
	publish(warmUpRounds, readers, &round)
	start := time.Now()
	publish(rounds, readers, &round)
	elapsed := time.Since(start)

	for _, reader := range readers {
		close(reader)
	}
	for range readers {
		if t := <-done; !t.isExactly((warmUpRounds + rounds) * roundSize) {
			fail(1, "fanout: not every reader got every message once")
		}
	}
	fmt.Println(float64(elapsed.Nanoseconds()) / float64(rounds*roundSize*count))
}

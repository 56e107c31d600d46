// Linux calls that Swift's Glibc module does not carry.
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/epoll.h>
#include <sys/mman.h>

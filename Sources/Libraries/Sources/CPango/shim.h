#pragma once
#include <cairo-pdf.h>
#include <pango/pangocairo.h>

// Macros are not seen from Swift.
static inline double flagstand_pango_units(int units) { return (double)units / PANGO_SCALE; }
static inline int flagstand_pango_width(double points) { return (int)(points * PANGO_SCALE); }
static inline void flagstand_unref(void *object) { g_object_unref(object); }

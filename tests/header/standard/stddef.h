/* The part of this header that zarr.h uses, for parsers that are not shown a compiler's own. */
typedef unsigned long size_t;

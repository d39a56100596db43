/* What zarr.h uses of this header, for parsers that are not shown a compiler's own. */
typedef unsigned long size_t;

/* Makes the file that converted.py converts, by netCDF. */
#include <netcdf.h>
#include <stdio.h>

#define OK(call)                                                                   \
    do {                                                                           \
        const int code = (call);                                                   \
        if (code != NC_NOERR) {                                                    \
            fprintf(stderr, "%s: %s\n", #call, nc_strerror(code));                 \
            return 1;                                                              \
        }                                                                          \
    } while (0)

int main(int argc, char **argv)
{
    static float t[5][50][70];
    static short level[10][100];
    const double range[] = {0.5, 6000};
    const int one_level = 850, flags[] = {1, 2, 4};
    const size_t start[] = {0, 0, 0}, count[] = {5, 50, 70}, chunks[] = {2, 20, 30};
    const float fill = -999;
    const short level_fill = -32768;
    const unsigned long long most = 18446744073709551615ull;
    const unsigned char answer = 42;
    int file, d[3], e[2], id, level_id, one_id, text_id;

    for (int i = 0; i < 5 * 50 * 70; i++)
        t[i / 3500][i / 70 % 50][i % 70] = (float)(1000 * (i / 3500) + 10 * (i / 70 % 50)) + 0.25f * (float)(i % 70);
    for (int i = 0; i < 1000; i++)
        level[i / 100][i % 100] = (short)(i - 500);
    if (argc != 2)
        return 2;
    OK(nc_create(argv[1], NC_NETCDF4 | NC_CLOBBER, &file));
    OK(nc_def_dim(file, "time", 6, &d[0]));
    OK(nc_def_dim(file, "y", 50, &d[1]));
    OK(nc_def_dim(file, "x", 70, &d[2]));
    OK(nc_def_dim(file, "a", 10, &e[0]));
    OK(nc_def_dim(file, "b", 100, &e[1]));
    OK(nc_def_var(file, "t", NC_FLOAT, 3, d, &id));
    OK(nc_def_var_chunking(file, id, NC_CHUNKED, chunks));
    OK(nc_def_var_deflate(file, id, 1, 1, 1));
    OK(nc_def_var_fill(file, id, NC_FILL, &fill));
    OK(nc_put_att_text(file, id, "units", 1, "K"));
    OK(nc_put_att_ulonglong(file, id, "most", NC_UINT64, 1, &most));
    OK(nc_put_att_double(file, id, "valid_range", NC_DOUBLE, 2, range));
    OK(nc_put_att_int(file, id, "level", NC_INT, 1, &one_level));
    OK(nc_put_att_int(file, id, "flags", NC_SHORT, 3, flags));
    OK(nc_def_var(file, "level", NC_SHORT, 2, e, &level_id));
    OK(nc_def_var_endian(file, level_id, NC_ENDIAN_BIG));
    OK(nc_def_var_fill(file, level_id, NC_FILL, &level_fill));
    OK(nc_def_var(file, "one", NC_UBYTE, 0, NULL, &one_id));
    OK(nc_def_var(file, "text", NC_CHAR, 1, e, &text_id));
    OK(nc_put_vara_float(file, id, start, count, &t[0][0][0]));
    OK(nc_put_var_short(file, level_id, &level[0][0]));
    OK(nc_put_var_uchar(file, one_id, &answer));
    OK(nc_close(file));
    return 0;
}

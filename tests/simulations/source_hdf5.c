/* Makes the file that converted.py converts, by HDF5. */
#include <hdf5.h>
#include <stdio.h>
#include <string.h>

#define OK(call)                                              \
    do {                                                      \
        if ((call) < 0) {                                     \
            fprintf(stderr, "%s failed\n", #call);            \
            return 1;                                         \
        }                                                     \
    } while (0)

static int attribute(hid_t set, const char *name, hid_t type, hsize_t count, const void *values)
{
    hid_t space, id;

    OK(space = count ? H5Screate_simple(1, &count, NULL) : H5Screate(H5S_SCALAR));
    OK(id = H5Acreate2(set, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
    OK(H5Awrite(id, type, values));
    OK(H5Aclose(id));
    OK(H5Sclose(space));
    return 0;
}

int main(int argc, char **argv)
{
    static float t[5][50][70];
    static short level[10][100];
    const double range[] = {0.5, 6000};
    const int one_level = 850, flags[] = {1, 2, 4};
    const hsize_t shape[] = {6, 50, 70}, chunks[] = {2, 20, 30}, start[] = {0, 0, 0}, count[] = {5, 50, 70}, plane[] = {10, 100};
    const float fill = -999;
    const short level_fill = -32768;
    const unsigned long long most = 18446744073709551615ull;
    const unsigned char answer = 42;
    hid_t file, space, memory, how, set, text;

    for (int i = 0; i < 5 * 50 * 70; i++)
        t[i / 3500][i / 70 % 50][i % 70] = (float)(1000 * (i / 3500) + 10 * (i / 70 % 50)) + 0.25f * (float)(i % 70);
    for (int i = 0; i < 1000; i++)
        level[i / 100][i % 100] = (short)(i - 500);
    if (argc != 2)
        return 2;
    OK(file = H5Fcreate(argv[1], H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    OK(space = H5Screate_simple(3, shape, NULL));
    OK(memory = H5Screate_simple(3, count, NULL));
    OK(how = H5Pcreate(H5P_DATASET_CREATE));
    OK(H5Pset_chunk(how, 3, chunks));
    OK(H5Pset_fill_value(how, H5T_NATIVE_FLOAT, &fill));
    OK(set = H5Dcreate2(file, "t", H5T_IEEE_F32LE, space, H5P_DEFAULT, how, H5P_DEFAULT));
    OK(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
    OK(H5Dwrite(set, H5T_NATIVE_FLOAT, memory, space, H5P_DEFAULT, t));
    OK(text = H5Tcopy(H5T_C_S1));
    OK(H5Tset_size(text, 1));
    if (attribute(set, "units", text, 0, "K") || attribute(set, "valid_range", H5T_NATIVE_DOUBLE, 2, range) ||
        attribute(set, "level", H5T_NATIVE_INT, 0, &one_level) || attribute(set, "flags", H5T_NATIVE_INT, 3, flags) ||
        attribute(set, "_FillValue", H5T_NATIVE_FLOAT, 1, &fill) ||
        attribute(set, "most", H5T_NATIVE_UINT64, 0, &most))
        return 1;
    OK(H5Dclose(set));
    OK(H5Sclose(space));
    OK(H5Sclose(memory));
    OK(H5Pclose(how));
    OK(space = H5Screate_simple(2, plane, NULL));
    OK(set = H5Dcreate2(file, "level", H5T_STD_I16BE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    OK(H5Dwrite(set, H5T_NATIVE_SHORT, H5S_ALL, H5S_ALL, H5P_DEFAULT, level));
    if (attribute(set, "_FillValue", H5T_NATIVE_SHORT, 0, &level_fill))
        return 1;
    OK(H5Dclose(set));
    OK(set = H5Dcreate2(file, "text", text, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    OK(H5Dclose(set));
    OK(H5Sclose(space));
    OK(H5Tclose(text));
    OK(space = H5Screate(H5S_SCALAR));
    OK(set = H5Dcreate2(file, "one", H5T_STD_U8LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    OK(H5Dwrite(set, H5T_NATIVE_UCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, &answer));
    OK(H5Dclose(set));
    OK(H5Sclose(space));
    OK(H5Fclose(file));
    return 0;
}

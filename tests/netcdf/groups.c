/* Attributes and types of groups, in datasets that are closed and opened again. */
#include "test.h"

/* A group's _FillValue is an attribute like any other, of any type and length. */
static void fills(const char *keys)
{
    const float number = 2.5f;
    const short few = 7;
    const int several[] = {1, 2};
    char text = 0;
    float number_back = 0;
    short few_back = 0;
    int several_back[2] = {0}, ncid, group, var;
    nc_type type;
    size_t len;

    OK(nc_create(url("fills", keys), NC_NETCDF4, &ncid));
    OK(nc_put_att_float(ncid, NC_GLOBAL, "_FillValue", NC_FLOAT, 1, &number));
    OK(nc_def_grp(ncid, "short", &group));
    OK(nc_put_att_short(group, NC_GLOBAL, "_FillValue", NC_SHORT, 1, &few));
    OK(nc_def_grp(ncid, "char", &group));
    OK(nc_put_att_text(group, NC_GLOBAL, "_FillValue", 1, "a"));
    OK(nc_def_grp(ncid, "several", &group));
    OK(nc_put_att_int(group, NC_GLOBAL, "_FillValue", NC_INT, 2, several));
    OK(nc_def_var(ncid, "v", NC_FLOAT, 0, NULL, &var));
    OK(nc_put_att_float(ncid, var, "_FillValue", NC_FLOAT, 1, &number));
    OK(nc_close(ncid));
    OK(nc_open(url("fills", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_att(ncid, NC_GLOBAL, "_FillValue", &type, &len));
    IS(type == NC_FLOAT && len == 1);
    OK(nc_get_att_float(ncid, NC_GLOBAL, "_FillValue", &number_back));
    IS(number_back == number);
    OK(nc_inq_ncid(ncid, "short", &group));
    OK(nc_inq_att(group, NC_GLOBAL, "_FillValue", &type, &len));
    OK(nc_get_att_short(group, NC_GLOBAL, "_FillValue", &few_back));
    IS(type == NC_SHORT && len == 1 && few_back == few);
    OK(nc_inq_ncid(ncid, "char", &group));
    OK(nc_inq_att(group, NC_GLOBAL, "_FillValue", &type, &len));
    IS(type == NC_CHAR && len == 1);
    OK(nc_get_att_text(group, NC_GLOBAL, "_FillValue", &text));
    IS(text == 'a');
    OK(nc_inq_ncid(ncid, "several", &group));
    OK(nc_inq_att(group, NC_GLOBAL, "_FillValue", &type, &len));
    IS(type == NC_INT && len == 2);
    OK(nc_get_att_int(group, NC_GLOBAL, "_FillValue", several_back));
    IS(several_back[1] == 2);
    OK(nc_get_var_float(ncid, 0, &number_back));
    IS(number_back == number);
    OK(nc_close(ncid));
}

int main(int argc, char **argv)
{
    (void)argc;
    folder = argv[1];
    fills("");
    fills("&format=v2");
    return 0;
}

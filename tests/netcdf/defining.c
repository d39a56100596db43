/* Several programs that define in one dataset: types of one name, those of others, and consolidated metadata. */
#include "test.h"
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* The first type that a program defines keeps those that another has defined since the dataset was opened. */
static void first_types(const char *keys)
{
    float numbers[] = {1, 2};
    nc_vlen_t list = {2, NULL}, back;
    nc_type type, found;
    int ncid, other, var;

    list.p = numbers;
    OK(nc_create(url("types", keys), NC_NETCDF4, &ncid));
    OK(nc_close(ncid));
    OK(nc_open(url("types", ""), NC_WRITE | NC_SHARE, &ncid));
    OK(nc_open(url("types", ""), NC_WRITE | NC_SHARE, &other));
    OK(nc_def_vlen(ncid, "lists", NC_FLOAT, &type));
    OK(nc_def_var(ncid, "v", type, 0, NULL, &var));
    OK(nc_put_var(ncid, var, &list));
    OK(nc_put_att(ncid, NC_GLOBAL, "a", type, 1, &list));
    OK(nc_close(ncid));
    OK(nc_def_opaque(other, 4, "bytes", &type));
    OK(nc_close(other));
    OK(nc_open(url("types", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_typeid(ncid, "bytes", &type));
    OK(nc_inq_typeid(ncid, "lists", &type));
    OK(nc_inq_atttype(ncid, NC_GLOBAL, "a", &found));
    IS(found == type);
    OK(nc_inq_varid(ncid, "v", &var));
    OK(nc_inq_vartype(ncid, var, &found));
    IS(found == type);
    OK(nc_get_var(ncid, var, &back));
    IS(back.len == 2 && ((float *)back.p)[1] == 2);
    OK(nc_reclaim_data(ncid, type, &back, 1));
    OK(nc_close(ncid));
}

/* A compound type of an integer and a floating-point number, in one order or the other. */
typedef struct pair {
    int whole;
    float part;
} pair;

static nc_type define_pair(int ncid, const char *name, int swapped)
{
    nc_type type;

    OK(nc_def_compound(ncid, sizeof(pair), name, &type));
    OK(nc_insert_compound(ncid, type, "whole", swapped ? 4 : 0, NC_INT));
    OK(nc_insert_compound(ncid, type, "part", swapped ? 0 : 4, NC_FLOAT));
    return type;
}

static nc_type define_enum(int ncid, const char *name, int first)
{
    const int second = 1 - first;
    nc_type type;

    OK(nc_def_enum(ncid, NC_INT, name, &type));
    OK(nc_insert_enum(ncid, type, "RED", &first));
    OK(nc_insert_enum(ncid, type, "BLUE", &second));
    return type;
}

static void put_colour(int ncid, nc_type type, const char *name, int refused)
{
    const int value = 1;
    int var;

    OK(nc_def_var(ncid, name, type, 0, NULL, &var));
    FAILS(refused ? NC_ENAMEINUSE : NC_NOERR, nc_enddef(ncid));
    FAILS(refused ? NC_ENAMEINUSE : NC_NOERR, nc_put_var(ncid, var, &value));
}

/* A program that was told that its type was dropped can use it no more. It gives what it wanted of it a type of another
 * name, and writes all else. */
static void go_on(int ncid, int place, const pair *value)
{
    const char bytes[5] = "five";
    const size_t first = 0;
    nc_type type, pair_type;
    int var;

    OK(nc_inq_typeid(place, "pair", &pair_type));
    FAILS(NC_EBADTYPE, nc_def_var(ncid, "more", pair_type, 0, NULL, &var));
    FAILS(NC_EBADTYPE, nc_put_att(ncid, NC_GLOBAL, "more", pair_type, 1, value));
    FAILS(NC_EBADTYPE, nc_def_vlen(ncid, "more", pair_type, &type));
    FAILS(NC_EBADTYPE, nc_insert_compound(ncid, pair_type, "more", 0, NC_INT));
    OK(nc_inq_varid(ncid, "pair1", &var));
    FAILS(NC_ENAMEINUSE, nc_put_var(ncid, var, value));
    OK(nc_rename_var(ncid, var, "dropped"));
    type = define_pair(place, "pair_again", 0);
    OK(nc_def_var(ncid, "pair1", type, 0, NULL, &var));
    OK(nc_put_var(ncid, var, value));
    OK(nc_inq_varid(ncid, "bytes1", &var));
    OK(nc_put_var1(ncid, var, &first, bytes));
    OK(nc_enddef(ncid));
}

/* The second of two programs that define one name in two ways is refused: its types, all that has them as parts, and
 * its variables and attributes of them. It is told once, and its other definitions are written. */
static void two_types_of_one_name(const char *keys, int swapped)
{
    float numbers[] = {1, 2};
    int integers[] = {3, 4, 5}, ncid[2], place[2], i, var, time;
    nc_vlen_t lists[2] = {{2, NULL}, {3, NULL}}, back;
    const pair value = {7, 0.5f};
    pair got;
    nc_type type;
    char name[NC_MAX_NAME + 1];

    lists[0].p = numbers;
    lists[1].p = integers;
    OK(nc_create(url("two", keys), NC_NETCDF4, &i));
    OK(nc_def_grp(i, "g", &var));
    OK(nc_close(i));
    for (i = 0; i < 2; i++) {
        OK(nc_open(url("two", keys), NC_WRITE | NC_SHARE, ncid + i));
        OK(nc_inq_grp_ncid(ncid[i], "g", place + i));
    }
    for (i = 0; i < 2; i++) {
        type = define_pair(place[i], "pair", i == swapped);
        OK(nc_def_var(ncid[i], i ? "pair1" : "pair0", type, 0, NULL, &var));
        if (i == 0)
            OK(nc_put_var(ncid[i], var, &value));
        OK(nc_put_att(ncid[i], NC_GLOBAL, i ? "of_pair1" : "of_pair0", type, 1, &value));
        OK(nc_def_vlen(ncid[i], i ? "pairs1" : "pairs0", type, &type));
        OK(nc_def_vlen(ncid[i], "list", i == swapped ? NC_INT : NC_FLOAT, &type));
        OK(nc_put_att(ncid[i], NC_GLOBAL, i ? "of_list1" : "of_list0", type, 1, lists + (i == swapped)));
        OK(nc_def_var(ncid[i], i ? "list1" : "list0", type, 0, NULL, &var));
        if (i == 0)
            OK(nc_put_var(ncid[i], var, lists + (i == swapped)));
        type = define_enum(ncid[i], "colour", i == swapped);
        put_colour(ncid[i], type, i ? "colour1" : "colour0", i);
        OK(nc_def_opaque(ncid[i], 4, i ? "bytes1" : "bytes0", &type));
        OK(nc_def_opaque(ncid[i], 5, "bytes", &type));
        OK(nc_def_dim(ncid[i], i ? "time1" : "time0", NC_UNLIMITED, &time));
        OK(nc_def_var(ncid[i], i ? "bytes1" : "bytes0", type, 1, &time, &var));
        OK(nc_sync(ncid[i]));
    }
    go_on(ncid[1], place[1], &value);
    OK(nc_close(ncid[0]));
    OK(nc_close(ncid[1]));
    OK(nc_open(url("two", keys), NC_NOWRITE, &i));
    FAILS(NC_ENOTATT, nc_inq_attid(i, NC_GLOBAL, "zarr_warnings", &var));
    FAILS(NC_ENOTATT, nc_inq_attid(i, NC_GLOBAL, "of_pair1", &var));
    FAILS(NC_ENOTATT, nc_inq_attid(i, NC_GLOBAL, "of_list1", &var));
    OK(nc_inq_attid(i, NC_GLOBAL, "of_pair0", &var));
    FAILS(NC_EBADTYPE, nc_inq_typeid(i, "pairs1", &type));
    OK(nc_inq_typeid(i, "pairs0", &type));
    OK(nc_inq_typeid(i, "bytes0", &type));
    OK(nc_inq_typeid(i, "bytes1", &type));
    FAILS(NC_ENOTVAR, nc_inq_varid(i, "dropped", &var));
    OK(nc_inq_varid(i, "pair1", &var));
    OK(nc_get_var(i, var, &got));
    IS(!memcmp(&got, &value, sizeof got));
    FAILS(NC_ENOTVAR, nc_inq_varid(i, "list1", &var));
    FAILS(NC_ENOTVAR, nc_inq_varid(i, "colour1", &var));
    OK(nc_inq_varid(i, "bytes1", &var));
    OK(nc_inq_unlimdims(i, &time, NULL));
    IS(time == 2);
    OK(nc_inq_varid(i, "pair0", &var));
    OK(nc_get_var(i, var, &got));
    IS(!memcmp(&got, &value, sizeof got));
    OK(nc_inq_varid(i, "list0", &var));
    OK(nc_get_var(i, var, &back));
    OK(nc_inq_vartype(i, var, &type));
    IS(back.len == lists[!swapped].len && !memcmp(back.p, lists[!swapped].p, 4 * back.len));
    OK(nc_reclaim_data(i, type, &back, 1));
    OK(nc_inq_varid(i, "colour0", &var));
    OK(nc_inq_vartype(i, var, &type));
    OK(nc_inq_enum_ident(i, type, 1, name));
    IS(!strcmp(name, swapped ? "BLUE" : "RED"));
    OK(nc_close(i));
}

/* Members that two programs add to an enumeration are all there, but for one that another contradicts. */
static void members_of_two(const char *keys)
{
    const int values[] = {2, 3, 4};
    int ncid[3], i;
    nc_type type;
    size_t count;
    char name[NC_MAX_NAME + 1];

    OK(nc_create(url("members", keys), NC_NETCDF4, &i));
    define_enum(i, "colour", 0);
    OK(nc_close(i));
    for (i = 0; i < 3; i++)
        OK(nc_open(url("members", keys), NC_WRITE | NC_SHARE, ncid + i));
    for (i = 0; i < 3; i++) {
        OK(nc_inq_typeid(ncid[i], "colour", &type));
        OK(nc_insert_enum(ncid[i], type, i == 1 ? "GREEN" : "GREY", values + i));
        FAILS(i == 2 ? NC_ENAMEINUSE : NC_NOERR, nc_sync(ncid[i]));
    }
    OK(nc_insert_enum(ncid[0], type, "WHITE", values + 2));
    FAILS(NC_EBADTYPE, nc_insert_enum(ncid[2], type, "WHITE", values + 2));
    for (i = 0; i < 3; i++)
        OK(nc_close(ncid[i]));
    OK(nc_open(url("members", keys), NC_NOWRITE, &i));
    OK(nc_inq_typeid(i, "colour", &type));
    OK(nc_inq_enum(i, type, NULL, NULL, NULL, &count));
    IS(count == 5);
    OK(nc_inq_enum_ident(i, type, 3, name));
    IS(!strcmp(name, "GREEN"));
    OK(nc_inq_enum_ident(i, type, 4, name));
    IS(!strcmp(name, "WHITE"));
    OK(nc_close(i));
}

/* Types of another program, the document of which escapes more characters than it has to, are those that this one
 * defines. */
static void other_spelling(const char *keys, const char *document, const char *before, const char *behind)
{
    int ncid, var, count, value = 7;
    char path[4096];
    nc_type type, found;
    FILE *file;

    OK(nc_create(url("spelling", keys), NC_NETCDF4, &ncid));
    OK(nc_close(ncid));
    OK(nc_open(url("spelling", keys), NC_WRITE | NC_SHARE, &ncid));
    snprintf(path, sizeof path, "%s-spelling.zarr/%s", folder, document);
    file = fopen(path, "w");
    IS(file);
    fprintf(file,
            "%s{\"_nczarr_group\": {\"dimensions\": {}, \"arrays\": [], \"groups\": [], \"types\": ["
            "{\"name\": \"caf\\u00e9 \\ud83d\\ude00\", \"size\": 4}, "
            "{\"name\": \"a \\\"\", \"size\": 16, \"base\": \"\\/caf\\u00e9 \\uD83D\\uDE00\"}, "
            "{\"name\": \"\\u0065\", \"size\": 4, \"base\": \"i\\u0034\", \"members\": {\"r\\u00e9d\": 1}}]}}%s",
            before, behind);
    IS(!fclose(file));
    OK(nc_def_opaque(ncid, 4, "caf\u00e9 \U0001f600", &type));
    OK(nc_def_vlen(ncid, "a \"", type, &type));
    OK(nc_def_enum(ncid, NC_INT, "e", &found));
    OK(nc_insert_enum(ncid, found, "r\u00e9d", &(const int){1}));
    OK(nc_insert_enum(ncid, found, "blue", &value));
    OK(nc_def_var(ncid, "v", type, 0, NULL, &var));
    OK(nc_close(ncid));
    OK(nc_open(url("spelling", keys), NC_NOWRITE, &ncid));
    OK(nc_inq_typeids(ncid, &count, NULL));
    IS(count == 3);
    OK(nc_inq_typeid(ncid, "a \"", &type));
    OK(nc_inq_vartype(ncid, 0, &found));
    IS(found == type);
    OK(nc_close(ncid));
}

/* A dataset is closed with its consolidated metadata also where a definition was dropped by that. */
static void dropped_at_the_end(void)
{
    char document[20000] = {0}, path[4096];
    int ncid[2], i, var;
    nc_type type;
    FILE *file;

    for (i = 0; i < 2; i++)
        OK(i ? nc_open(url("end", "&consolidate"), NC_WRITE | NC_SHARE, ncid + i)
             : nc_create(url("end", "&consolidate"), NC_NETCDF4, ncid + i));
    for (i = 0; i < 2; i++) {
        OK(nc_def_opaque(ncid[i], 4 + (size_t)i, "bytes", &type));
        OK(nc_def_var(ncid[i], i ? "second" : "first", NC_INT, 0, NULL, &var));
        FAILS(i ? NC_ENAMEINUSE : NC_NOERR, nc_close(ncid[i]));
    }
    OK(nc_open(url("end", ""), NC_NOWRITE, &i));
    OK(nc_inq_varid(i, "first", &var));
    OK(nc_inq_varid(i, "second", &var));
    OK(nc_close(i));
    snprintf(path, sizeof path, "%s-end.zarr/zarr.json", folder);
    file = fopen(path, "r");
    IS(file && fread(document, 1, sizeof document - 1, file) > 0 && !fclose(file));
    IS(strstr(document, "consolidated_metadata"));
}

/* A program whose options name the consolidated copy goes on when its first change has erased that copy, and loses no
 * variable. */
static void defined_without_the_copy(const char *format)
{
    const int put[3] = {1, 2, 3};
    char keys[60];
    int ncid, dim, var, got[3] = {0, 0, 0};

    snprintf(keys, sizeof keys, "&consolidate%s", format);
    OK(nc_create(url("required", keys), NC_NETCDF4 | NC_CLOBBER, &ncid));
    OK(nc_def_dim(ncid, "x", 3, &dim));
    OK(nc_def_var(ncid, "first", NC_INT, 1, &dim, &var));
    OK(nc_close(ncid));
    setenv("ZARR_NETCDF_OPTIONS", "{\"consolidated\": \"require\"}", 1);
    OK(nc_open(url("required", keys), NC_WRITE, &ncid));
    OK(nc_put_att_int(ncid, var, "k", NC_INT, 1, put));
    OK(nc_sync(ncid));
    OK(nc_def_var(ncid, "second", NC_INT, 1, &dim, &var));
    OK(nc_put_var_int(ncid, var, put));
    OK(nc_close(ncid));
    OK(nc_open(url("required", ""), NC_NOWRITE, &ncid));
    unsetenv("ZARR_NETCDF_OPTIONS");
    OK(nc_inq_varid(ncid, "second", &var));
    OK(nc_get_var_int(ncid, var, got));
    IS(memcmp(got, put, sizeof put) == 0);
    OK(nc_close(ncid));
}

/* A web server that sends the files of the tests, and can't list them; it ends with the test, or a minute later. */
static pid_t serve(int *port)
{
    struct sockaddr_in address = {0};
    socklen_t size = sizeof address;
    const int listening = socket(AF_INET, SOCK_STREAM, 0);
    pid_t server;

    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    IS(!bind(listening, (struct sockaddr *)&address, size) && !listen(listening, 16));
    IS(!getsockname(listening, (struct sockaddr *)&address, &size));
    *port = ntohs(address.sin_port);
    server = fork();
    if (!server)
        alarm(60);
    while (!server) {
        static char request[8192], name[4096], body[100000];
        const int connection = accept(listening, NULL, NULL);
        const ssize_t asked = read(connection, request, sizeof request - 1);
        FILE *const file = asked > 0 && sscanf(request, "GET %4095s", name) == 1 ? fopen(name, "rb") : NULL;
        const size_t found = file ? fread(body, 1, sizeof body, file) : 0;
        const int head = snprintf(request, sizeof request,
                                  "HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n",
                                  file ? "200 OK" : "404 Not Found", (int)found);
        if (file)
            fclose(file);
        if (write(connection, request, (size_t)head) == head && write(connection, body, found) == (ssize_t)found)
            shutdown(connection, SHUT_WR);
        close(connection);
        memset(request, 0, sizeof request);
    }
    close(listening);
    return server;
}

/* A dataset on a web server, which can't list, is found by its consolidated copy in each mode. */
static void opened_by_the_copy(void)
{
    const int put[3] = {1, 2, 3};
    char path[4096];
    int ncid, dim, var, i, port, got[3];
    const pid_t server = serve(&port);

    OK(nc_create(url("web", "&consolidate"), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 3, &dim));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &dim, &var));
    OK(nc_put_var_int(ncid, var, put));
    OK(nc_close(ncid));
    snprintf(path, sizeof path, "http://127.0.0.1:%d%s-web.zarr#mode=udf0", port, folder);
    for (i = 0; i < 2; i++) {
        const int status = nc_open(path, i ? NC_WRITE : NC_NOWRITE, &ncid);
        if (i == 0 && status == NC_ENOTBUILT)
            break; /* a library without stores behind a network */
        OK(status);
        OK(nc_inq_varid(ncid, "v", &var));
        OK(nc_get_var_int(ncid, var, got));
        IS(memcmp(got, put, sizeof put) == 0);
        OK(nc_close(ncid));
    }
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
}

int main(int argc, char **argv)
{
    static const char *const formats[] = {"", "&format=v2"};
    int i;

    (void)argc;
    folder = argv[1];
    opened_by_the_copy();
    for (i = 0; i < 2; i++) {
        first_types(formats[i]);
        two_types_of_one_name(formats[i], 0);
        two_types_of_one_name(formats[i], 1);
        members_of_two(formats[i]);
        defined_without_the_copy(formats[i]);
    }
    dropped_at_the_end();
    other_spelling("", "zarr.json", "{\"zarr_format\": 3, \"node_type\": \"group\", \"attributes\": ", "}");
    other_spelling("&format=v2", ".zattrs", "", "");
    return 0;
}

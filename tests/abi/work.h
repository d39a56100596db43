/* A little work with libzarr that needs its compressors: 0 if all went well, else it says what did not. */
int work(void);

/* A program that contains two libraries which are written in Rust: libzarr.a and the one of other.rs. */
#include <stdio.h>
#include "work.h"

int other_catches(int text);

int main(void)
{
    int text;

    for (text = 0; text < 3; text++) {
        if (other_catches(text) != 100 + text) {
            fprintf(stderr, "a panic was not caught as it should\n");
            return 1;
        }
        if (work())
            return 1;
    }
    return 0;
}

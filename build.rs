//! Gives the shared library its name for the dynamic linker, so that programs record `libzarr.so.0`
//! rather than a path into a build tree. Writes nothing.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let major = env::var("CARGO_PKG_VERSION_MAJOR").unwrap_or_default();
    let family = env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    let vendor = env::var("CARGO_CFG_TARGET_VENDOR").unwrap_or_default();
    if !family.split(',').any(|name| name == "unix") {
        return; // Windows: the import library names the DLL
    }
    if vendor == "apple" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libzarr.{major}.dylib");
    } else {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libzarr.so.{major}");
    }
}

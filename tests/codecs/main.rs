//! Codecs in arrays: the bytes that they leave in a store, what they refuse, and how much of a chunk is decoded.

mod blosc_parts;
mod numcodecs;
mod optional;
mod registered_codecs;
mod reshape;
mod zarrs_names;

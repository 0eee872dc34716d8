//! How loud each mode of a body is heard: boundary elements in the air around it.

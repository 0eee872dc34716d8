//! The engine and its desk, as hosts use them.

mod building;
mod channels;
mod clicks;
mod desk;
mod expression;
mod files;
mod resources;
mod routes;
mod score;
mod takes;
mod watching;

//! glTF 2.0 as one file: a text (JSON) that says what the numbers after it are.

use serde_json::{Value as Json, json};

/// What a view of the numbers is for.
#[derive(Clone, Copy)]
pub enum Use {
    /// Corners of a mesh.
    Corners,
    /// Times of an animation, or what happens at them.
    Motion,
}

/// What the format calls them.
const FLOAT: u32 = 5126;
const UNSIGNED: u32 = 5125;
const ARRAY: u32 = 34962;
const ELEMENTS: u32 = 34963;

/// A file in the making.
#[derive(Default)]
pub struct Glb {
    views: Vec<Json>,
    accessors: Vec<Json>,
    binary: Vec<u8>,
}

impl Glb {
    /// Adds rows of N numbers with the least and the most of each column; gives their number.
    pub fn rows<const N: usize>(&mut self, rows: &[[f32; N]], used: Use) -> usize {
        let mut low = [f32::INFINITY; N];
        let mut high = [f32::NEG_INFINITY; N];
        let view = self.view(match used {
            Use::Corners => Some(ARRAY),
            Use::Motion => None,
        });
        for row in rows {
            for (n, own) in row.iter().enumerate() {
                low[n] = low[n].min(*own);
                high[n] = high[n].max(*own);
                self.binary.extend(own.to_le_bytes());
            }
        }
        let kind = ["SCALAR", "VEC2", "VEC3", "VEC4"][N - 1];
        self.accessors.push(json!({
            "bufferView": view, "componentType": FLOAT, "count": rows.len(), "type": kind,
            "min": low.as_slice(), "max": high.as_slice(),
        }));
        self.end(view)
    }

    /// Adds the corners of triangles.
    pub fn triangles(&mut self, triangles: &[[u32; 3]]) -> usize {
        let view = self.view(Some(ELEMENTS));
        for own in triangles.as_flattened() {
            self.binary.extend(own.to_le_bytes());
        }
        self.accessors.push(json!({
            "bufferView": view, "componentType": UNSIGNED, "count": 3 * triangles.len(),
            "type": "SCALAR",
        }));
        self.end(view)
    }

    fn view(&mut self, target: Option<u32>) -> usize {
        // All numbers have four bytes, so that each view begins at a multiple of four.
        let mut view = json!({ "buffer": 0, "byteOffset": self.binary.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.views.push(view);
        self.views.len() - 1
    }

    fn end(&mut self, view: usize) -> usize {
        let begin = self.views[view]["byteOffset"].as_u64().unwrap_or_default();
        self.views[view]["byteLength"] = json!(self.binary.len() as u64 - begin);
        self.accessors.len() - 1
    }

    /// The whole file; `document` says all but where the numbers are.
    pub fn finish(mut self, mut document: Json) -> Vec<u8> {
        document["buffers"] = json!([{ "byteLength": self.binary.len() }]);
        document["bufferViews"] = Json::Array(self.views);
        document["accessors"] = Json::Array(self.accessors);
        let mut text = document.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let mut bytes = b"glTF".to_vec();
        let whole = 12 + 8 + text.len() + 8 + self.binary.len();
        for own in [2, whole as u32, text.len() as u32] {
            bytes.extend(own.to_le_bytes());
        }
        bytes.extend(b"JSON");
        bytes.extend(text);
        bytes.extend((self.binary.len() as u32).to_le_bytes());
        bytes.extend(b"BIN\0");
        bytes.extend(self.binary);
        bytes
    }
}

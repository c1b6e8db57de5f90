//! Language: the letters of the pieces in a game.

/// The letters of a language.
pub(super) struct Language {
    /// King, queen, rook, bishop and knight.
    pieces: [char; 5],
    /// The letter of a pawn, which is usually left out.
    pawn: Option<char>,
}

const ENGLISH_PIECES: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

const fn pieces(pieces: [char; 5]) -> Language {
    Language { pieces, pawn: None }
}

/// The languages besides English.
pub(super) const LANGUAGES: [Language; 11] = [
    // English with the letter of the pawn.
    Language { pieces: ENGLISH_PIECES, pawn: Some('P') },
    // German and the Scandinavian languages.
    pieces(['K', 'D', 'T', 'L', 'S']),
    // French.
    pieces(['R', 'D', 'T', 'F', 'C']),
    // Spanish and Italian.
    pieces(['R', 'D', 'T', 'A', 'C']),
    // Portuguese.
    pieces(['R', 'D', 'T', 'B', 'C']),
    // Dutch.
    pieces(['K', 'D', 'T', 'L', 'P']),
    // Polish.
    pieces(['K', 'H', 'W', 'G', 'S']),
    // Czech and Slovak.
    pieces(['K', 'D', 'V', 'S', 'J']),
    // Hungarian.
    pieces(['K', 'V', 'B', 'F', 'H']),
    // Romanian.
    pieces(['R', 'D', 'T', 'N', 'C']),
    // Finnish.
    pieces(['K', 'D', 'T', 'L', 'R']),
];

impl Language {
    pub const ENGLISH: Language = pieces(ENGLISH_PIECES);

    pub fn is_english(&self) -> bool {
        self.pieces == ENGLISH_PIECES && self.pawn.is_none()
    }

    /// Reports whether a move has a letter of this language that is not English.
    pub fn has_foreign_letter(&self, word: &str) -> bool {
        word.chars()
            .any(|c| !ENGLISH_PIECES.contains(&c) && (self.pieces.contains(&c) || self.pawn == Some(c)))
    }

    /// Returns a move with English letters; `None` if it has letters of another language.
    pub fn to_english(&self, word: &str) -> Option<String> {
        let mut english = String::with_capacity(word.len());
        for c in word.chars() {
            if let Some(piece) = self.pieces.iter().position(|letter| *letter == c) {
                english.push(ENGLISH_PIECES[piece]);
            } else if self.pawn != Some(c) {
                if c.is_ascii_uppercase() && c != 'O' {
                    return None;
                }
                english.push(c);
            }
        }
        Some(english)
    }
}

package pdf

// Holds says whether the file's typefaces have every letter of a text.
func Holds(text string) bool {
	for _, r := range text {
		if _, ok := letter(r); !ok {
			return false
		}
	}
	return true
}

// encode is a text in WinAnsi. Letters that it lacks were refused before.
func encode(text string) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range text {
		if b, ok := letter(r); ok && b != 0 {
			out = append(out, b)
		}
	}
	return out
}

// letter is a rune's byte; 0 stands for what has no width and no ink. Spaces
// and dashes of other kinds become the plain ones: no word changes by that.
func letter(r rune) (b byte, ok bool) {
	switch {
	case r >= 0x20 && r <= 0x7e, r >= 0xa1 && r <= 0xff && r != 0xad:
		return byte(r), true
	}
	switch r {
	case '\t', '\n', '\r', 0xa0, 0x2007, 0x2009, 0x202f:
		return ' ', true
	case 0x2010, 0x2011, 0x2212:
		return '-', true
	case 0xad, 0x200b, 0x200e, 0x200f, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff:
		return 0, true
	}
	for i, w := range upper {
		if w == r && r != 0 {
			return byte(0x80 + i), true
		}
	}
	return 0, false
}

// upper are the letters of bytes 0x80 to 0x9f; 0 where there is none.
var upper = [32]rune{
	'€', 0, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0, 'Ž', 0,
	0, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0, 'ž', 'Ÿ',
}

// width of a text in points. The bold face is a little wider: it is taken as a
// tenth, which only ever breaks a line early; figures are as wide in both.
func width(text []byte, s Style) float64 {
	units, figures := 0, true
	for _, b := range text {
		if b >= 0x20 {
			units += int(widths[b-0x20])
		}
		figures = figures && (b <= '9' || b >= 'C' && b <= 'Z' && b != 'J' && b != 'K' && b != 'L')
	}
	w := float64(units) * s.size() / 1000
	if s.face() == "F2" && !figures {
		w *= 1.1
	}
	return w
}

// widths of Helvetica's letters from 0x20, in thousandths of the size.
var widths = [224]uint16{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 0,
	556, 0, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 0, 611, 0,
	0, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 0, 500, 667,
	278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333,
	400, 584, 333, 333, 333, 556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611,
	667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
	722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
	556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500,
}

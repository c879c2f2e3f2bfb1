/** Bytes from a frame's marker to the end of its width. */
const FRAME_BYTES = 9;
const [END, SCAN, FILL] = [0xd9, 0xda, 0xff];
/** Markers between C0 and CF that are no frames: Huffman tables, an extension, arithmetic tables. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/**
 * Looks for the frame of a JPEG, which holds its size, among its segments. Like the decoders, it passes over stray bytes.
 * @param bytes from the start of the file or of a segment on
 * @returns the size; undefined: the image ends or begins without one; a number: go on at this offset, 0 when the bytes are too few
 */
export function findFrame(bytes: Buffer): { readonly width: number; readonly height: number } | number | undefined {
  let at = 0;
  while (at + FRAME_BYTES <= bytes.length) {
    // Bytes by index: a file may be ten million fill bytes.
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? FILL) : FILL;
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    const length = lengthOf(marker, bytes, at);
    if (length === undefined) return undefined;
    at += length;
  }
  return at;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker);
}

/** Bytes from a marker to where the next may be; undefined: no frame follows. */
function lengthOf(marker: number, bytes: Buffer, at: number): number | undefined {
  if (marker === FILL) return 1;
  // Stuffed data, a restart or the start of the image: they have no length.
  if (marker <= 0x01 || (marker >= 0xd0 && marker < END)) return 2;
  const announced = bytes.readUInt16BE(at + 2);
  return marker === END || marker === SCAN || announced < 2 ? undefined : 2 + announced;
}

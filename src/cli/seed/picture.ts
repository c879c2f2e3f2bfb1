import { crc32, deflateSync } from 'node:zlib';

const SIDE = 320;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A colour: red, green and blue, 0 to 255. */
type Colour = readonly [number, number, number];

/**
 * Draws a product's picture: a disc on a ground whose colours follow from its number, so that no two products look alike.
 * @param number from 0
 * @returns a PNG of 320 × 320 pixels
 */
export function pictureOf(number: number): Buffer {
  const ground = colourOf(number * 47, 0.9);
  const disc = colourOf(number * 47 + 160, 0.55);
  const radius = SIDE * (0.22 + (number % 5) * 0.04);
  const rows = Buffer.alloc(SIDE * (SIDE * 3 + 1));
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const isInside = Math.hypot(x - SIDE / 2, y - SIDE / 2) < radius;
      const [red, green, blue] = isInside ? disc : ground;
      const at = y * (SIDE * 3 + 1) + 1 + x * 3;
      rows.writeUInt8(red, at);
      rows.writeUInt8(green, at + 1);
      rows.writeUInt8(blue, at + 2);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  // Eight bits a channel, of three colours.
  head.writeUInt8(8, 8);
  head.writeUInt8(2, 9);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param hue in degrees @param light 0 to 1 */
function colourOf(hue: number, light: number): Colour {
  const spread = 0.5 * Math.min(light, 1 - light);
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (light - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

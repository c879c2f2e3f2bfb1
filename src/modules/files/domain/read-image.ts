import { disableTypes, imageSize, types } from 'image-size';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { IMAGE_NAMES, type ImageType, isImageType } from './image-type';
import { findFrame } from './jpeg-frame';

/** Maximum pixels of a side: the limit of JPEG, and more than a page can show. */
const MAX_PIXELS = 65_535;
/** Maximum megapixels of an image: more than cameras make. A page that unpacks one holds four bytes a pixel. */
const MAX_MEGAPIXELS = 50;
const SIGNATURES: readonly (readonly [type: ImageType, at: number, bytes: string])[] = [
  ['jpg', 0, 'ffd8ff'],
  ['png', 0, '89504e470d0a1a0a'],
  ['gif', 0, '474946383761'],
  ['gif', 0, '474946383961'],
  ['webp', 8, '57454250'],
];

/** Bytes up to the end of the size. */
const SIZE_ENDS = { png: 24, gif: 10, webp: 30, lossless: 25 } as const;

/** Reads bytes of a file from an offset on: as many as suit it, fewer than 9 only at the end of the file. */
export type ReadAt = (offset: number) => Promise<Buffer>;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** An image by its content, with its size in pixels. */
export interface ReadImage extends Size {
  readonly type: ImageType;
}

/** Recognizes an image by its first bytes, never by its name, and reads its size. SVG is rejected: it can hold scripts. */
export async function readImage(read: ReadAt): Promise<ReadImage | FieldProblem> {
  const head = await read(0);
  const type = typeOf(head);
  if (type === undefined) return new FieldProblem(`must be ${IMAGE_NAMES}`);
  const size = type === 'jpg' ? await frameSize(read, head) : headSize(type, head);
  if (size === undefined || !isSide(size.width) || !isSide(size.height)) {
    return new FieldProblem(`must have a readable width and height of 1 to ${MAX_PIXELS} pixels each`);
  }
  if (size.width * size.height > MAX_MEGAPIXELS * 1_000_000) {
    return new FieldProblem(
      `must have at most ${MAX_MEGAPIXELS} megapixels, not ${size.width} × ${size.height} pixels`,
    );
  }
  return { type, ...size };
}

function typeOf(head: Buffer): ImageType | undefined {
  const found = SIGNATURES.find(([, at, bytes]) => head.toString('hex', at, at + bytes.length / 2) === bytes);
  const isRiff = head.toString('latin1', 0, 4) === 'RIFF';
  return found?.[0] === 'webp' && !isRiff ? undefined : found?.[0];
}

/** The size of a JPEG: profiles and previews of any length may stand before it. */
async function frameSize(read: ReadAt, head: Buffer): Promise<Size | undefined> {
  let offset = 0;
  for (let bytes = head; ; bytes = await read(offset)) {
    const found = findFrame(bytes);
    if (typeof found !== 'number') return found;
    // Nothing to pass over any more: the rest is too short for a frame.
    if (found === 0) return undefined;
    offset += found;
  }
}

function headSize(type: Exclude<ImageType, 'jpg'>, head: Buffer): Size | undefined {
  // The readers look beyond the end of what they are given.
  const isLossless = type === 'webp' && head.toString('latin1', 12, 16) === 'VP8L';
  if (head.length < SIZE_ENDS[isLossless ? 'lossless' : type]) return undefined;
  // Readers of other formats have no business with what was uploaded.
  disableTypes(types.filter((one) => !isImageType(one)));
  try {
    const { width, height } = imageSize(head);
    return { width, height };
  } catch {
    return undefined;
  }
}

function isSide(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels >= 1 && pixels <= MAX_PIXELS;
}

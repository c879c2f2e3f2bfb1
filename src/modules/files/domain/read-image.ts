import { disableTypes, imageSize, types } from 'image-size';
import { type ImageType, isImageType } from './image-type';

/** Bytes at the start of a file that {@link readImage} looks at: cameras put a preview of up to 64 KiB before the size. */
export const HEAD_BYTES = 262_144;
const SIGNATURES: readonly (readonly [type: ImageType, at: number, bytes: string])[] = [
  ['jpg', 0, 'ffd8ff'],
  ['png', 0, '89504e470d0a1a0a'],
  ['gif', 0, '474946383761'],
  ['gif', 0, '474946383961'],
  ['webp', 8, '57454250'],
];

/** An image by its content. */
export interface ReadImage {
  readonly type: ImageType;
  /** Pixels; null: not found in the bytes that were looked at. */
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * Tells an image by its first bytes, never by its name. SVG is none: it can hold scripts.
 * @param head the first {@link HEAD_BYTES}
 * @returns undefined for anything else
 */
export function readImage(head: Uint8Array): ReadImage | undefined {
  const type = typeOf(Buffer.from(head.buffer, head.byteOffset, head.byteLength));
  return type && { type, ...sizeOf(head) };
}

function typeOf(head: Buffer): ImageType | undefined {
  const found = SIGNATURES.find(([, at, bytes]) => head.toString('hex', at, at + bytes.length / 2) === bytes);
  const isRiff = head.toString('latin1', 0, 4) === 'RIFF';
  return found?.[0] === 'webp' && !isRiff ? undefined : found?.[0];
}

function sizeOf(head: Uint8Array): Pick<ReadImage, 'width' | 'height'> {
  // Readers of other formats have no business with what was uploaded.
  disableTypes(types.filter((type) => !isImageType(type)));
  try {
    const { width, height } = imageSize(head);
    return isSize(width) && isSize(height) ? { width, height } : { width: null, height: null };
  } catch {
    return { width: null, height: null };
  }
}

function isSize(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels > 0 && pixels < 2 ** 31;
}

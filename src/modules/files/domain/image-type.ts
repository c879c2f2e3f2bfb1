/** The accepted types of images by name: the suffix of the file's address and its media type. */
export const IMAGE_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
} as const;
export type ImageType = keyof typeof IMAGE_TYPES;

/** The types for people. */
export const IMAGE_NAMES = 'a JPEG, PNG, GIF or WebP image';

const BY_MEDIA_TYPE: ReadonlyMap<string, ImageType> = new Map(
  Object.entries(IMAGE_TYPES).map(([type, media]) => [media, type as ImageType]),
);

/** The type with this media type, as records show it; undefined: there is none. */
export function imageTypeOf(media: string): ImageType | undefined {
  return BY_MEDIA_TYPE.get(media);
}

/** Returns whether a word is one of the types. */
export function isImageType(word: string): word is ImageType {
  return Object.hasOwn(IMAGE_TYPES, word);
}

import { region } from '../../shared/text/locale';

/** A size in bytes as people say it: `48.2 kB`. */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? ['kilobyte', 1_000] : ['megabyte', 1_000_000];
  return new Intl.NumberFormat(region(), { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size);
}

/** Width and height of an image; empty when they are not known. */
export function pixelsText({
  width,
  height,
}: {
  readonly width: number | null;
  readonly height: number | null;
}): string {
  return width === null || height === null ? '' : `${width} × ${height}`;
}

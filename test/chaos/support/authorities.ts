import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { selfSignedCertificate } from '../../support/certificate';

/** Certificates for `localhost`: the workers know the authorities of the first two, and the second has expired. */
export const VALID = selfSignedCertificate('localhost', '490101');
export const EXPIRED = selfSignedCertificate('localhost', '210101');
export const UNKNOWN = selfSignedCertificate('localhost', '490101');

/** Writes a file of authorities, for `NODE_EXTRA_CA_CERTS`. @returns its path */
export function writeAuthorities(folder: string): string {
  const file = join(folder, 'authorities.pem');
  writeFileSync(file, VALID.cert + EXPIRED.cert);
  return file;
}

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A certificate that signs itself, and its key, both in PEM: what `https.createServer` takes. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** X.509 in DER, as much of it as a TLS server needs: no file, no openssl, and dates in the past for the asking. */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  // The shortest form: browsers refuse another.
  const long = body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 0xff];
  const size = body.length < 128 ? [body.length] : long;
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (yymmdd: string): Buffer => der(0x17, Buffer.from(`${yymmdd}000000Z`));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';

const nameOf = (hostname: string): Buffer =>
  sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(hostname)))));

function toBeSigned(hostname: string, validity: Buffer, publicKey: KeyObject): Buffer {
  const alternative = sequence(der(0x82, Buffer.from(hostname)));
  return sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    nameOf(hostname),
    validity,
    nameOf(hostname),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid(SUBJECT_ALT_NAME), der(0x04, alternative)))),
  );
}

/** A self-signed certificate for a host name, valid from 2020 until the end date. @param until `YYMMDD`, before 2050 */
export function selfSignedCertificate(hostname: string, until: string): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = toBeSigned(hostname, sequence(utcTime('200101'), utcTime(until)), publicKey);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const lines =
    sequence(body, ECDSA_WITH_SHA256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

import { hash } from 'node:crypto';
import { StaleRecord } from '../connection/database.errors';

/** The strong ETag of a record's JSON text: a hash, so that any change of what a caller sees is a new tag. */
export function tagOfJson(json: string): string {
  return `"${hash('sha1', json, 'base64url')}"`;
}

/** The tags of an `If-Match` header. Undefined: the header was not sent, anything goes. */
export type IfMatch = readonly string[] | undefined;

/**
 * @param record null or undefined: there is none, and so none that the caller could have read
 * @throws StaleRecord when the caller asked for a state of the record that is not its present one
 */
export function requireMatch(ifMatch: IfMatch, record: unknown): void {
  if (ifMatch === undefined) return;
  if (record === null || record === undefined) throw new StaleRecord();
  if (ifMatch.includes('*')) return;
  if (!ifMatch.includes(tagOfJson(JSON.stringify(record)))) throw new StaleRecord();
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenAPIObject } from '@nestjs/swagger';
import { previewDocument } from '../../src/app/create-api';
import { AnswerCheck } from './answer-check';
import { onceInRun } from './once-in-run';
import { runFolder } from './run-folder';

let check: Promise<AnswerCheck> | undefined;

/** The check of answers and events, one for a test file: it keeps the schemas that it compiled. */
export function documented(): Promise<AnswerCheck> {
  return (check ??= documentOfRun().then((document) => new AnswerCheck(document)));
}

/** The document, made once in a run of the tests: it takes longer than all else of a start. */
async function documentOfRun(): Promise<OpenAPIObject> {
  const file = join(runFolder(), 'document.json');
  await onceInRun('document', async () => writeFile(file, JSON.stringify(await previewDocument())));
  return JSON.parse(await readFile(file, 'utf8')) as OpenAPIObject;
}

import { Field, IdField, TextField } from '../../../platform/http/fields/fields';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { integerParser } from '../../../kernel/fields/field-parsers';
import { isId } from '../../../kernel/ids';
import { type UploadedFile } from '../../../platform/http/body/upload.reader';
import { type FileFields } from '../files.service';

/** A new file: the fields beside it. */
export class CreateFileDto {
  @TextField({ description: 'Display name. Default: the name of the file.', example: 'Red shoe.jpg' })
  name?: string | null;

  @IdField({
    of: 'product',
    description: 'Id of the product that gets it as its last image.',
    example: '890123456789012345',
  })
  assign_to?: string | null;

  /** The whole row, defaults filled in. */
  toFields({ name }: UploadedFile): FileFields {
    return { name: this.name ?? nameOf(name), assignTo: this.assign_to ?? null };
  }
}

const LONGEST_NAME = 255;

/** The name that the sender's disk had for a file, as far as it can be shown. */
function nameOf(text: string): string {
  const shown = text.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
  return [...shown].slice(0, LONGEST_NAME).join('') || 'file';
}

/** Files that one request may sort. */
const MAX_FILES = 100;
const position = integerParser(0, 1_000_000);

const positionsParser = (raw: unknown): ReadonlyMap<string, number> | FieldProblem => {
  const entries = Object.entries(typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? raw : {});
  if (entries.length === 0 || entries.length > MAX_FILES) {
    return new FieldProblem(`must hold 1 to ${MAX_FILES} positions by the ids of files`);
  }
  const positions = new Map<string, number>();
  for (const [id, value] of entries) {
    if (!isId(id)) return new FieldProblem('must hold positions by the ids of files');
    const parsed = position(value);
    if (parsed instanceof FieldProblem)
      return new FieldProblem('', { [`data.${id}`]: [`data.${id} ${parsed.message}`] });
    positions.set(id, parsed);
  }
  return positions;
};

/** New positions of files. */
export class OrderFilesDto {
  @Field(
    positionsParser,
    { type: 'object', additionalProperties: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
    {
      required: true,
      description: 'Positions by the ids of files, 1 to 100; in a form `data[<id>]=<position>`.',
      example: { '890123456789012348': 0 },
    },
  )
  data!: ReadonlyMap<string, number>;
}

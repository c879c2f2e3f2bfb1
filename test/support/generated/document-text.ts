import { type OpenAPIObject } from '@nestjs/swagger';

/** Parts whose entries have one line each; those of a path have one line a method. */
const LISTS = ['paths', 'webhooks', 'components'];

/** The text of `openapi.json`: one line for each operation and component, so that a change shows as the lines it changes. */
export function documentText(document: OpenAPIObject): string {
  const parts = Object.entries(document).map(([name, part]) => {
    const text = LISTS.includes(name) ? nested(part as Record<string, Record<string, unknown>>) : JSON.stringify(part);
    return `${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}

function nested(part: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string {
  const groups = Object.entries(part).map(([name, group]) => {
    const lines = Object.entries(group).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    return `${JSON.stringify(name)}:{\n${lines.join(',\n')}}`;
  });
  return `{\n${groups.join(',\n')}\n}`;
}

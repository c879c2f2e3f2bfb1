import { format, resolveConfig } from 'prettier';
import { type EventCatalogue } from '../../../src/app/create-api';
import { type DocumentedEvent } from '../../../src/platform/http/openapi/documented-event';

const INTRODUCTION = `# Events

This page is generated from the modules by \`npm run generated\`; CI compares the two.

Every change of a store object writes one event, in the transaction of the change. Receive events with
[webhooks](webhooks.md), or read them in order from the [feed](webhooks.md#read-events-without-a-webhook).
\`openapi.json\` has a schema for each type: a generated client can switch over \`type\`.

| Field            | Contents                                                                              |
| ---------------- | ------------------------------------------------------------------------------------- |
| \`id\`             | Id of the event, the same on every attempt                                            |
| \`type\`           | One of the types below                                                                |
| \`object\`         | Kind of the object                                                                    |
| \`object_id\`      | Id of the object                                                                      |
| \`object_version\` | Rises with each change of the object: ignore an event with a lower one than you have  |
| \`event\`          | \`create\`, \`update\` or \`delete\`; \`ping\` for a test of a webhook                        |
| \`occurred_at\`    | Time of the change, UTC                                                               |
| \`data\`           | The record as the API returned it then, without secrets; of a removed object the last |
| \`position\`       | Place in the feed; webhooks do not have it                                            |

To begin at the end of the feed, you need not read all of it: \`GET /v1/events/stream\` sends the newest position first, as \`id\`
([the command](webhooks.md#read-events-without-a-webhook)). For a copy of the objects, get this position, read the objects from their
lists, then read the feed with the position as \`after\`. A consumer of the feed shows the newest position too: it is \`position\` plus
\`lag\`. Without \`after\`, \`GET /v1/events\` is a list: the newest first, without positions.
`;

/** The text of \`docs/events.md\`: every event type by its object, when it fires, since which version, and an example. */
export async function eventsPage({ events, exampleOf }: EventCatalogue): Promise<string> {
  const objects = [...new Set(events.map(({ object }) => object))].sort();
  const sections = objects.map((object) =>
    section(
      object,
      events.filter((event) => event.object === object),
      exampleOf,
    ),
  );
  const options = await resolveConfig('docs/events.md');
  return format([INTRODUCTION, ...sections].join('\n'), { ...options, parser: 'markdown' });
}

function section(object: string, events: readonly DocumentedEvent[], exampleOf: EventCatalogue['exampleOf']): string {
  const rows = events.map(({ type, when, since }) => `| \`${type}\` | ${when} | ${since} |`);
  const table = ['| Type | Fires when | Since |', '| --- | --- | --- |', ...rows].join('\n');
  // Types of one record differ in `type` and `event` alone.
  const shown = events.filter(({ record }, i) => events.findIndex((other) => other.record === record) === i);
  const examples = shown.map((event) => {
    const alike = events.filter(({ record, type }) => record === event.record && type !== event.type);
    const others = alike.length === 0 ? '' : ' The others differ in `type`, `object_version` and `event`.';
    const body = JSON.stringify(exampleOf(event), null, 2);
    return `Example of \`${event.type}\`.${others}\n\n\`\`\`json\n${body}\n\`\`\`\n`;
  });
  return `## ${object}\n\n${table}\n\n${examples.join('\n')}`;
}

/** A record in an answer. */
export type DemoRecord = Readonly<Record<string, unknown>> & { readonly id: string };

interface DemoAnswer {
  readonly result?: unknown;
  readonly error?: string;
}

/** Talks to a store and shows each request with its answer in short. */
export class DemoClient {
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly say: (text: string) => void,
  ) {}

  /** One call, shown. @param why what is done, for people @param tell what of the record is worth showing */
  async call(
    why: string,
    method: string,
    path: string,
    fields: object | undefined,
    tell: (record: DemoRecord) => string,
  ): Promise<DemoRecord> {
    this.say(`\n${why}\n→ ${method} ${path}${fields === undefined ? '' : `  ${JSON.stringify(fields)}`}`);
    const { status, answer } = await this.send(method, path, fields);
    const record = (answer.result ?? {}) as DemoRecord;
    this.say(`← ${status}  ${answer.error ?? tell(record)}`);
    return record;
  }

  /** One call that must go well, not shown. @param fields sent as JSON, or as the form that they are */
  async quietly(method: string, path: string, fields?: object): Promise<DemoRecord> {
    const { status, answer } = await this.send(method, path, fields);
    if (answer.error !== undefined) throw new Error(`${method} ${path} answered ${status}: ${answer.error}`);
    return answer.result as DemoRecord;
  }

  private async send(
    method: string,
    path: string,
    fields: object | undefined,
  ): Promise<{ status: number; answer: DemoAnswer }> {
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await fetch(`${this.url}${path}`, { method, ...withBody(headers, fields) });
    return { status: response.status, answer: (await response.json()) as DemoAnswer };
  }
}

function withBody(headers: Readonly<Record<string, string>>, fields: object | undefined): RequestInit {
  if (fields === undefined || fields instanceof FormData) return { headers, body: fields ?? null };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(fields) };
}

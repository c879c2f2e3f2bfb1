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

  /** One call that must go well, not shown. */
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
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
    });
    return { status: response.status, answer: (await response.json()) as DemoAnswer };
  }
}

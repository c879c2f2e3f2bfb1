import { type Server } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CONFIG, type Config } from '../config/config';

/**
 * The address that others reach the store at, for links in records: PUBLIC_URL, or where this process listens. Records go
 * into events too, which no request made: so it does not depend on one.
 */
@Injectable()
export class PublicAddress {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Without a slash at the end. */
  get base(): string {
    const { publicUrl, host, port } = this.config.http;
    if (publicUrl !== undefined) return publicUrl;
    const isAny = host === '0.0.0.0' || host === '::';
    const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${port === 0 ? this.boundPort() : port}`;
  }

  /** The free port that the system chose; 0 before that, and in a worker. */
  private boundPort(): number {
    const { httpAdapter } = this.host as { httpAdapter?: { getHttpServer(): Server } };
    const address = httpAdapter?.getHttpServer().address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }
}

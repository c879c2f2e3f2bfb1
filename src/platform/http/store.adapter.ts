import { createServer, type RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type Response } from 'express';
import { tagOfJson } from '../database/entity-tag';

/**
 * Express, answering JSON only: one stringify, no content negotiation, an ETag on every single record.
 * Express's own `res.json` would look the type up, hash the whole body and compare freshness for each answer.
 */
export class StoreAdapter extends ExpressAdapter {
  /** Node would answer a request without a host by itself and without a body: refuseAmbiguousHead does it instead. */
  override initHttpServer(): void {
    this.httpServer = createServer({ requireHostHeader: false }, this.getInstance<RequestListener>());
  }

  override reply(response: Response, body: unknown, statusCode?: number): void {
    if (statusCode) response.statusCode = statusCode;
    if (body === undefined || body === null || typeof body !== 'object' || response.headersSent) {
      super.reply(response, body, statusCode);
      return;
    }
    const text = this.textOf(response, body as Record<string, unknown>);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
  }

  private textOf(response: Response, body: Record<string, unknown>): string {
    if (body['status'] !== true || body['pagination'] !== undefined || body['result'] === undefined) {
      return JSON.stringify(body);
    }
    const record = JSON.stringify(body['result']);
    response.setHeader('ETag', tagOfJson(record));
    return `{"status":true,"result":${record}}`;
  }
}

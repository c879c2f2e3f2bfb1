import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { entityTags } from '../../../platform/http/fields/entity-tags';
import { PathNotFound } from '../../../platform/http/http.errors';
import { Public } from '../../../platform/http/principal';
import { IMAGE_TYPES, isImageType } from '../domain/image-type';
import { FileContentsService } from '../file-contents.service';
import { AnswersBytes } from './file.answers';

/** `<SHA-256>.<type>`: no other name reaches the storage. */
const NAME = /^([\da-f]{64})\.([a-z]{3,4})$/;

/** Serves the bytes of files at their public addresses (storefront.md 10). They never change: names are made of contents. */
@Public()
@ApiTags('Files')
@Controller('files')
export class FileBytesController {
  constructor(private readonly contents: FileContentsService) {}

  /** Also of HEAD, which Express gives to the routes of GET. */
  @Get(':name')
  @AnswersBytes()
  async get(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const [, hash = '', type = ''] = NAME.exec(name) ?? [];
    const content = isImageType(type) ? await this.contents.find(hash) : undefined;
    if (content?.type !== type) throw new PathNotFound();
    const tag = `"${hash}"`;
    if (namesTag(request.headers['if-none-match'], tag)) {
      describe(response, tag);
      response.status(304).end();
      return;
    }
    const stored = await this.contents.open(content);
    if (stored === undefined) throw new PathNotFound();
    describe(response, tag);
    response.setHeader('Content-Type', IMAGE_TYPES[content.type]);
    response.setHeader('Content-Length', stored.size);
    if (request.method === 'HEAD') {
      stored.bytes.destroy();
      response.end();
      return;
    }
    // The client left or the storage failed: the connection is cut, so that both sides notice.
    await pipeline(stored.bytes, response).catch(() => response.destroy());
  }
}

function describe(response: Response, tag: string): void {
  response.setHeader('ETag', tag);
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  // Pages of the shop, at their own origins, show them.
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** Whether `If-None-Match` names the tag. One of another form names none: the whole file is the right answer to it. */
function namesTag(header: string | undefined, tag: string): boolean {
  const tags = entityTags(header ?? '') ?? [];
  return tags.includes(tag) || tags.includes('*');
}

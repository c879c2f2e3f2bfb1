import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { MAX_FILE_BYTES } from '../../../platform/http/body/upload.reader';
import { BODY_TYPES, envelope, envelopeOf } from '../../../platform/http/openapi/answers';
import { IMAGE_TYPES } from '../domain/image-type';
import { FileRecord } from '../file.record';

const UPLOAD = {
  type: 'object',
  title: 'UploadFile',
  required: ['file'],
  properties: {
    file: {
      type: 'string',
      format: 'binary',
      description: `A JPEG, PNG, GIF or WebP image of at most ${MAX_FILE_BYTES} bytes, 1 to 65535 pixels wide and high. Its content tells the type.`,
    },
    name: { type: 'string', maxLength: 255, description: 'Display name. Default: the name of the file.' },
    assign_to: { type: 'string', description: 'Id of the product that gets it as its last image.' },
  },
};

/** Documents the upload of a file. */
export const AnswersUploaded = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      summary: 'Upload a file',
      description: 'The only request that takes a file. A product has at most 50 images.',
    }),
    ApiConsumes('multipart/form-data'),
    ApiBody({ required: true, schema: UPLOAD }),
    ApiExtraModels(FileRecord),
    ApiCreatedResponse({ description: 'Returns the new record.', ...envelopeOf(FileRecord) }),
  );

const BYTES = { schema: { type: 'string', format: 'binary' } };

/** Documents the public address of a file. */
export const AnswersBytes = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      summary: 'Get the content of a file',
      description:
        'The addresses are in the records of files and products. Open to anybody. The content never changes.',
      operationId: 'getFileContent',
      security: [],
    }),
    ApiParam({
      name: 'name',
      description: 'SHA-256 of the content with the suffix of its type.',
      schema: { type: 'string' },
    }),
    ApiOkResponse({
      description: 'Returns the image.',
      content: Object.fromEntries(Object.values(IMAGE_TYPES).map((type) => [type, BYTES])),
    }),
    ApiResponse({ status: 304, description: '`If-None-Match` names its ETag.' }),
  );

/** Documents the request that sorts files. */
export const AnswersOrdered = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary: 'Sort files', operationId: 'setFileOrder' }),
    ApiConsumes(...BODY_TYPES),
    ApiExtraModels(FileRecord),
    ApiOkResponse({
      description: 'Returns the files in their new order.',
      ...envelope('FilesOrderedResponse', {
        result: { type: 'array', items: { $ref: getSchemaPath(FileRecord) } },
      }),
    }),
  );

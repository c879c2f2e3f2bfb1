import { type OpenAPIObject } from '@nestjs/swagger';

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** An operation of the document with its place, such as `GET /v1/orders`. */
export interface DocumentedOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: NonNullable<OpenAPIObject['paths'][string]['get']>;
}

/** All operations of a document, in its order. */
export function operationsOf({ paths }: OpenAPIObject): DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((verb) => {
      const [operation, method] = [item[verb], verb.toUpperCase()];
      return operation === undefined ? [] : [{ name: `${method} ${path}`, method, path, operation }];
    }),
  );
}

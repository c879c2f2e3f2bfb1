import { Button, FileButton, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../shared/api/session';
import { queries, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { Empty, Section } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';
import { type Movable, MoveButtons } from './move-buttons';
import { Picture } from './picture';
import { positionsAfterMove } from './positions';
import { imagesOf, type Product } from './product';

/** Kinds of pictures that the store takes. */
const TYPES = 'image/jpeg,image/png,image/gif,image/webp';

/** The pictures of a product in their order; the first one stands for it in lists. */
export function ProductImages({ product }: { readonly product: Product }): ReactNode {
  const may = useMay();
  const mayWrite = may('products:write');
  const images = imagesOf(product);
  const upload = useUpload(product.id);
  const move = useChange((data: Readonly<Record<string, number>>) => store.PUT('/v1/files/order', { body: { data } }));
  return (
    <Section title={t('images.title')} actions={mayWrite && <UploadButton upload={upload} />}>
      <ErrorPanel error={upload.error ?? move.error} />
      {images.length === 0 ? (
        <Empty title={t('images.none')} next={mayWrite && t('images.none.next')} />
      ) : (
        <ul className="pictures">
          {images.map((image, at) => (
            <li key={image.id}>
              <Picture of={image} alt={image.name} size={150} />
              <Text size="xs" c="dimmed" className="breaks" dir="auto">
                {image.name}
              </Text>
              {mayWrite && (
                <ImageActions
                  id={image.id}
                  title={image.name}
                  isFirst={at === 0}
                  isLast={at === images.length - 1}
                  move={(by) => {
                    const positions = positionsAfterMove(images, image.id, by);
                    if (positions !== undefined) move.mutate(positions);
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Uploads files one after the other, so that they keep their order; at a failed one it stops. */
function useUpload(product: string) {
  const [at, setAt] = useState(0);
  const upload = useChange(async (files: readonly File[]) => {
    try {
      for (const [number, file] of files.entries()) {
        setAt(number + 1);
        await store.POST('/v1/files', { body: formOf(file, product) });
      }
    } finally {
      // Those before a failed one are there.
      await queries.invalidateQueries({ queryKey: ['/v1/products', product] });
    }
  }, t('images.done'));
  return { ...upload, at, total: upload.variables?.length ?? 0 };
}

function UploadButton({ upload }: { readonly upload: ReturnType<typeof useUpload> }): ReactNode {
  return (
    <>
      {upload.isPending && (
        <Text size="sm" c="dimmed" role="status">
          {t('images.busy', { at: upload.at, total: upload.total })}
        </Text>
      )}
      <FileButton multiple accept={TYPES} onChange={(files) => files.length > 0 && upload.mutate(files)}>
        {(props) => (
          <Button {...props} size="sm" variant="default" loading={upload.isPending}>
            {t('images.add')}
          </Button>
        )}
      </FileButton>
    </>
  );
}

function formOf(file: File, product: string): FormData {
  const form = new FormData();
  form.append('name', file.name);
  form.append('assign_to', product);
  form.append('file', file);
  return form;
}

function ImageActions({ id, ...movable }: Movable & { readonly id: string }): ReactNode {
  const { title: name } = movable;
  const remove = useChange(
    () => store.DELETE('/v1/files/{file_id}', { params: { path: { file_id: id } } }),
    t('images.removed'),
  );
  return (
    <Group gap={4} mt={4}>
      <MoveButtons {...movable} />
      <ConfirmButton label={t('catalog.remove')} question={t('images.remove.question', { name })} change={remove} />
    </Group>
  );
}

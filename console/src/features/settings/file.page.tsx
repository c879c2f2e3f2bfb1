import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { readingRecord, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useParameter } from '../../shared/ui/address';
import { Page as Frame, PageLink, Read, Section } from '../../shared/ui/page';
import { RemoveButton } from '../../shared/ui/record-section';
import { Facts, Time } from '../../shared/ui/values';
import { pixelsText, sizeText } from './file-texts';

const LIST = { title: t('files.title'), path: '/settings/files' };

const readingFile = (id: string) =>
  readingRecord(['/v1/files', id], (signal) =>
    store.GET('/v1/files/{file_id}', { params: { path: { file_id: id } }, signal }),
  );

/** One file, as visitors of the shop see it. */
export function Page(): ReactNode {
  const id = useParameter('fileId');
  const file = useQuery(readingFile(id));
  const mayWrite = useMay()('products:write');
  const record = file.data?.record;
  return (
    <Frame
      title={record?.name ?? t('files.one')}
      under={LIST}
      actions={
        mayWrite &&
        record !== undefined && (
          <RemoveButton
            question={t('files.remove.question')}
            done={t('files.removed')}
            list={LIST.path}
            remove={() => store.DELETE('/v1/files/{file_id}', { params: { path: { file_id: id } } })}
          />
        )
      }
    >
      <Read of={file}>
        {({ record: it }) => (
          <Section title={t('files.one')}>
            <img
              className="picture"
              src={it.segments.suffix.slice(it.segments.suffix.lastIndexOf('/files/'))}
              alt={it.name}
            />
            <Facts
              of={[
                [t('files.type'), it.type],
                [t('files.size'), sizeText(it.size)],
                [t('files.pixels'), pixelsText(it)],
                [
                  t('files.product'),
                  it.assign_to && (
                    <PageLink key="product" to={`/catalog/products/${it.assign_to}`}>
                      {t('files.product.open')}
                    </PageLink>
                  ),
                ],
                [t('files.created'), <Time key="created" value={it.created_at} />],
                [t('files.id'), it.id],
              ]}
            />
          </Section>
        )}
      </Read>
    </Frame>
  );
}

import { filtersOf, type ListFilter, listQuery } from './list-query';

const FILTERS: readonly ListFilter[] = [
  { name: 'q', label: 'Find', kind: 'words' },
  { name: 'status', label: 'Status', kind: 'choices' },
  { name: 'gateway', label: 'Gateway', kind: 'slug' },
];
const FIRST = { sort: 'created_at', order: 'desc' } as const;

describe('the query of a list', () => {
  it('takes the first sort and the first page of an address that says nothing', () => {
    expect(listQuery({}, FILTERS, FIRST)).toEqual({ sort: 'created_at', order: 'desc', limit: 25, offset: 0 });
    expect(listQuery({}, FILTERS, undefined)).toEqual({ limit: 25, offset: 0 });
  });

  it('takes filters, sort, page and size of the address', () => {
    const address = { q: 'ada', status: 'paid,unpaid', sort: 'total', order: 'asc', page: '3', limit: '50' };
    expect(listQuery(address, FILTERS, FIRST)).toEqual({
      q: 'ada',
      status: ['paid', 'unpaid'],
      sort: 'total',
      order: 'asc',
      limit: 50,
      offset: 100,
    });
  });

  it('finds an id that was copied from a file, and has filters without a page and an order', () => {
    const query = listQuery({ q: '#890123456789012345', status: '#1', page: '2' }, FILTERS, FIRST);
    expect(filtersOf(query)).toEqual({ q: '890123456789012345', status: ['#1'] });
  });

  it('sends the slug of a name that is shown in plain letters', () => {
    const query = listQuery({ gateway: ' Bank transfer' }, FILTERS, undefined);
    expect(filtersOf(query)).toEqual({ gateway: 'bank-transfer' });
  });

  it.each(['-1', '0', 'x', '', 'NaN'])('begins at the first page for page "%s"', (page) => {
    expect(listQuery({ page }, FILTERS, undefined)).toEqual({ limit: 25, offset: 0 });
  });

  it('sends no parameter that is no filter of the list, and no size that is not offered', () => {
    expect(listQuery({ do: 'edit', columns: 'a', limit: '1000', q: '' }, FILTERS, FIRST)).toEqual({
      ...FIRST,
      limit: 25,
      offset: 0,
    });
  });
});

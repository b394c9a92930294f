import { describe, expect, it } from 'vitest';
import { library, startRest } from '../../tests/harness/rest/test-rest.ts';

const rest = startRest(library);
const read = async (path: string) => {
  const { status, body } = await rest().request(path);
  return status < 300 ? body : { code: body.code, hint: body.hint };
};

describe('embedding', () => {
  it.each([
    [
      'one, along the key',
      '/books?select=title,authors!author_id(name)&id=eq.3',
      [{ title: 'Solaris', authors: { name: 'Stanislaw' } }],
    ],
    [
      'one, by the name of the column',
      '/books?select=author_id(name)&id=eq.3',
      [{ author_id: { name: 'Stanislaw' } }],
    ],
    [
      'one, by the name of the key',
      '/books?select=editor:books_editor(name)&id=eq.3',
      [{ editor: { name: 'Ursula' } }],
    ],
    ['none is null', '/books?select=id,editor:authors!books_editor(name)&id=eq.4', [{ id: 4, editor: null }]],
    [
      'many, against the key',
      '/authors?select=name,books!author_id(id)&id=eq.2',
      [{ name: 'Stanislaw', books: [{ id: 3 }] }],
    ],
    [
      'none of many is an empty list',
      '/authors?select=name,books!author_id(id)&id=eq.3',
      [{ name: 'Nobody', books: [] }],
    ],
    [
      'one to one, either way',
      '/books?select=blurbs(text)&id=eq.1',
      [{ blurbs: { text: 'A boy and a shadow' } }],
    ],
    [
      'many to many',
      '/shelves?select=label,books(id)&id=eq.2&books.order=id',
      [{ label: 'Science fiction', books: [{ id: 3 }, { id: 4 }] }],
    ],
    [
      'many to many by the table between',
      '/books?select=shelves!placements(label)&id=eq.1',
      [{ shelves: [{ label: 'Fantasy' }] }],
    ],
    ['a table and itself', '/books?select=id,sequels:books(id)&id=eq.1', [{ id: 1, sequels: [{ id: 2 }] }]],
    ['itself, the other way', '/books?select=id,sequel_of(id)&id=eq.2', [{ id: 2, sequel_of: { id: 1 } }]],
    [
      'a function of the row',
      '/authors?select=newest_books(id)&id=eq.1',
      [{ newest_books: [{ id: 4 }, { id: 2 }, { id: 1 }] }],
    ],
    [
      'a view in a table',
      '/authors?select=long_books(name)&id=eq.1',
      [{ long_books: [{ name: 'The Dispossessed' }] }],
    ],
    [
      'a table in a view',
      '/long_books?select=name,authors(name)',
      [{ name: 'The Dispossessed', authors: { name: 'Ursula' } }],
    ],
    [
      'deep',
      '/shelves?select=books(authors!author_id(name,books!author_id(id)))&id=eq.2&books.id=eq.3',
      [{ books: [{ authors: { name: 'Stanislaw', books: [{ id: 3 }] } }] }],
    ],
    ['nothing of it', '/books?select=id,blurbs()&blurbs=not.is.null', [{ id: 1 }]],
  ])('%s', async (_, path, expected) => expect(await read(path)).toEqual(expected));

  it.each([
    ['a filter', '/authors?select=books!author_id(id)&id=eq.1&books.mood=eq.dark', [{ books: [{ id: 2 }] }]],
    [
      'a tree',
      '/authors?select=books!author_id(id)&id=eq.1&books.or=(id.eq.1,id.eq.4)&books.order=id',
      [{ books: [{ id: 1 }, { id: 4 }] }],
    ],
    [
      'an order, a limit and an offset',
      '/authors?select=books!author_id(id)&id=eq.1&books.order=id.desc&books.limit=1&books.offset=1',
      [{ books: [{ id: 2 }] }],
    ],
    [
      'its alias',
      '/authors?select=works:books!author_id(id)&id=eq.1&works.id=eq.4',
      [{ works: [{ id: 4 }] }],
    ],
    [
      'inner join',
      '/authors?select=name,books!author_id!inner(id)&books.mood=eq.dark&order=id',
      [
        { name: 'Ursula', books: [{ id: 2 }] },
        { name: 'Stanislaw', books: [{ id: 3 }] },
      ],
    ],
    [
      'inner join of one',
      '/books?select=id,authors!author_id!inner(name)&authors.name=like.S*',
      [{ id: 3, authors: { name: 'Stanislaw' } }],
    ],
    [
      'there is one',
      '/books?select=id,editor:authors!books_editor(name)&editor=not.is.null&order=id',
      [
        { id: 1, editor: { name: 'Stanislaw' } },
        { id: 3, editor: { name: 'Ursula' } },
      ],
    ],
    [
      'there is one, or something else',
      '/books?select=id,blurbs(text)&or=(blurbs.not.is.null,id.eq.4)&order=id',
      [
        { id: 1, blurbs: { text: 'A boy and a shadow' } },
        { id: 4, blurbs: null },
      ],
    ],
    [
      'deep',
      '/authors?select=books!author_id(id,shelves(label))&id=eq.1&books.id=eq.4&books.shelves.label=like.Sci*',
      [{ books: [{ id: 4, shelves: [{ label: 'Science fiction' }] }] }],
    ],
  ])('filters on embedded resources: %s', async (_, path, expected) =>
    expect(await read(path)).toEqual(expected));

  it.each([
    [
      'one',
      '/books?select=title,...authors!author_id(author:name)&id=eq.3',
      [{ title: 'Solaris', author: 'Stanislaw' }],
    ],
    ['one with everything', '/blurbs?select=...books(id,title)', [{ id: 1, title: 'A Wizard of Earthsea' }]],
    [
      'many',
      '/authors?select=name,...books!author_id(titles:title,id)&id=eq.1&books.order=title.desc',
      [
        {
          name: 'Ursula',
          titles: ['The Tombs of Atuan', 'The Dispossessed', 'A Wizard of Earthsea'],
          id: [2, 4, 1],
        },
      ],
    ],
    [
      'none of many',
      '/authors?select=name,...books!author_id(title)&id=eq.3',
      [{ name: 'Nobody', title: [] }],
    ],
    ['many to many', '/shelves?select=...books(id)&id=eq.2&books.order=id', [{ id: [3, 4] }]],
    [
      'one in one',
      '/blurbs?select=text,...books(...authors!author_id(name))',
      [{ text: 'A boy and a shadow', name: 'Ursula' }],
    ],
  ])('spread: %s', async (_, path, expected) => expect(await read(path)).toEqual(expected));

  it('reports several matching relationships by name', async () => {
    const { status, body } = await rest().request('/books?select=authors(name)');
    expect(status).toBe(300);
    expect(body).toEqual({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'books with authors',
          relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'books with authors',
          relationship: 'books_editor using books(editor_id) and authors(id)',
        },
      ],
      hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor'. Find the desired relationship in the 'details' key.",
    });
  });

  it.each([
    ['/shelves?select=author(name)', 'PGRST200', null],
    ['/shelves?select=book(id)', 'PGRST200', "Perhaps you meant 'books' instead of 'book'."],
    ['/books?select=authors!nothing(name)', 'PGRST200', null],
    [
      '/books?select=id&authors.name=eq.x',
      'PGRST108',
      "Verify that 'authors' is included in the 'select' query parameter.",
    ],
    ['/books?select=id,authors(', 'PGRST100', null],
    ['/authors?select=...books!author_id(pages.sum())', 'PGRST127', null],
  ])('%s: %s', async (path, code, hint) => expect(await read(path)).toEqual({ code, hint }));
});

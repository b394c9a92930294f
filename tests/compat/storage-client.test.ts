import { createClient } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { useBackend } from './compat-backend.ts';
import { settings, signedUp } from './test-users.ts';

describeOnEveryServer('storage', (server) => {
  const more =
    '[storage]\nfile_size_limit = "20MiB"\n[storage.buckets.avatars]\npublic = true\nallowed_mime_types = ["image/*"]';
  const open = useBackend(() => server().database, { toml: settings({ confirm: false, more }) });
  const admin = () =>
    createClient(open().url, open().serviceKey, { auth: { persistSession: false } }).storage;
  const freshName = () => `bucket-${crypto.randomUUID()}`;
  const freshBucket = async (isPublic = false) => {
    const name = freshName();
    const { error } = await admin().createBucket(name, { public: isPublic });
    if (error) throw error;
    return { name, files: admin().from(name) };
  };

  describe('buckets', () => {
    it('are created, read, changed, listed, emptied and deleted', async () => {
      const name = freshName();
      const options = { public: true, fileSizeLimit: '1MB', allowedMimeTypes: ['image/png'] };
      expect((await admin().createBucket(name, options)).data).toEqual({ name });
      expect((await admin().createBucket(name)).error).toMatchObject({
        statusCode: '409',
        message: 'The resource already exists',
      });
      expect((await admin().getBucket(name)).data).toMatchObject({
        id: name,
        name,
        public: true,
        file_size_limit: 1_000_000,
        allowed_mime_types: ['image/png'],
      });
      await admin().updateBucket(name, { public: false, allowedMimeTypes: null });
      expect((await admin().getBucket(name)).data).toMatchObject({
        public: false,
        file_size_limit: 1_000_000,
        allowed_mime_types: null,
      });
      const { data: found } = await admin().listBuckets({
        search: name.slice(0, 20),
        limit: 5,
        sortColumn: 'name',
        sortOrder: 'desc',
      });
      expect(found).toMatchObject([{ id: name, type: 'STANDARD' }]);
      await admin().from(name).upload('x.png', 'x', { contentType: 'image/png' });
      expect((await admin().deleteBucket(name)).error).toMatchObject({
        message: 'The bucket you tried to delete is not empty',
      });
      expect((await admin().emptyBucket(name)).error).toBeNull();
      expect((await admin().deleteBucket(name)).data).toEqual({ message: 'Successfully deleted' });
      expect((await admin().getBucket(name)).error).toMatchObject({
        message: 'Bucket not found',
        statusCode: '404',
      });
    });

    it('of config.toml exist from the start', async () => {
      expect((await admin().getBucket('avatars')).data).toMatchObject({
        public: true,
        allowed_mime_types: ['image/*'],
      });
    });

    it.each([
      { fileSizeLimit: '1 elephant' },
      { fileSizeLimit: -1 },
      { fileSizeLimit: '21MB' + '0' },
      { allowedMimeTypes: ['nonsense'] },
    ])('with %j are refused', async (options) => {
      expect((await admin().createBucket(freshName(), { public: false, ...options })).error).not.toBeNull();
    });
  });

  describe('objects', () => {
    it('are uploaded as text, bytes, blobs, forms and streams, and downloaded unchanged', async () => {
      const { files } = await freshBucket();
      const form = new FormData();
      form.append('', new Blob(['words'], { type: 'text/csv' }), 'words.csv');
      const bodies = {
        text: 'words',
        bytes: Buffer.from('words'),
        blob: new Blob(['words']),
        form,
        stream: new Blob(['words']).stream(),
      };
      for (const [name, body] of Object.entries(bodies)) {
        const { data, error } = await files.upload(`in/${name}`, body, { metadata: { as: name } });
        expect([error, data?.path, data?.fullPath.endsWith(`/in/${name}`)]).toEqual([
          null,
          `in/${name}`,
          true,
        ]);
        expect(await (await files.download(`in/${name}`)).data?.text()).toBe('words');
        expect((await files.info(`in/${name}`)).data).toMatchObject({
          metadata: { as: name },
          size: 5,
          cacheControl: 'max-age=3600',
        });
      }
    });

    it('are found, moved, copied and removed', async () => {
      const { files } = await freshBucket();
      const other = await freshBucket();
      await files.upload('a.txt', 'a');
      expect((await files.exists('a.txt')).data).toBe(true);
      expect((await files.exists('b.txt')).data).toBe(false);
      expect((await files.copy('a.txt', 'deep/b.txt')).error).toBeNull();
      expect((await files.move('a.txt', 'c.txt', { destinationBucket: other.name })).data).toMatchObject({
        message: 'Successfully moved',
      });
      expect(await (await other.files.download('c.txt')).data?.text()).toBe('a');
      expect((await files.move('missing', 'x')).error).toMatchObject({ message: 'Object not found' });
      expect((await files.remove(['deep/b.txt', 'missing'])).data).toMatchObject([{ name: 'deep/b.txt' }]);
      expect((await files.list()).data).toEqual([]);
      expect((await files.purgeCache('c.txt')).data).toEqual({ message: 'success' });
    });

    it('of a public bucket have a public address', async () => {
      const { files } = await freshBucket(true);
      await files.upload('a b.txt', 'for all');
      const plain = await fetch(files.getPublicUrl('a b.txt').data.publicUrl);
      expect(await plain.text()).toBe('for all');
      const saved = await fetch(files.getPublicUrl('a b.txt', { download: 'c.txt' }).data.publicUrl);
      expect(saved.headers.get('content-disposition')).toContain('attachment; filename=c.txt');
    });

    it('of users belong to them: policies see the signed-in user', async () => {
      const { name } = await freshBucket();
      await server().database.sql.script(`
        create policy "own of ${name}" on storage.objects for all to authenticated
          using (bucket_id = '${name}' and owner_id = auth.uid()::text)`);
      const [anna, ben] = [await signedUp(open()), await signedUp(open())];
      expect((await anna.client.storage.from(name).upload('note.txt', 'mine')).error).toBeNull();
      expect(await (await anna.client.storage.from(name).download('note.txt')).data?.text()).toBe('mine');
      expect((await ben.client.storage.from(name).download('note.txt')).error).not.toBeNull();
      expect((await ben.client.storage.from(name).list()).data).toEqual([]);
      expect((await open().client().storage.from(name).upload('x.txt', 'x')).error).toMatchObject({
        statusCode: '403',
      });
      await anna.client.auth.signOut();
      const token = anna.session.access_token;
      const answer = () =>
        fetch(`${open().url}/storage/v1/object/${name}/note.txt`, {
          headers: { authorization: `Bearer ${token}` },
        });
      await expect.poll(async () => (await answer()).status, { timeout: 15_000, interval: 500 }).toBe(400);
    });
  });

  describe('large files', () => {
    const size = 12_000_000;
    const bytes = Buffer.alloc(size, 'a pattern with a recognizable position ');

    it('are uploaded and downloaded, also in parts', async () => {
      const { name, files } = await freshBucket(true);
      expect(
        (await files.upload('large.bin', bytes, { contentType: 'application/octet-stream' })).error,
      ).toBeNull();
      const form = new FormData();
      form.append('', new Blob([bytes]), 'large.bin');
      expect((await files.upload('form.bin', form)).error).toBeNull();
      for (const path of ['large.bin', 'form.bin']) {
        const { data } = await files.download(path);
        expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
      }
      const part = await fetch(`${open().url}/storage/v1/object/public/${name}/large.bin`, {
        headers: { range: 'bytes=5000001-7000000' },
      });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5_000_001, 7_000_001))).toBe(true);
    });

    it('that are too large are refused for every caller', async () => {
      const { files } = await freshBucket();
      const tooLarge = Buffer.alloc(21 * 1024 * 1024);
      const form = new FormData();
      form.append('', new Blob([tooLarge]), 'x');
      expect((await files.upload('raw.bin', tooLarge)).error).toMatchObject({ statusCode: '413' });
      expect((await files.upload('form.bin', form)).error).toMatchObject({ statusCode: '413' });
      expect((await files.list()).data).toEqual([]);
    });

    it('are released when the client disconnects during a download, every time', async () => {
      const { name, files } = await freshBucket(true);
      const sent = await files.upload('large.bin', bytes, { contentType: 'application/octet-stream' });
      expect(sent.error).toBeNull();
      const address = `${open().url}/storage/v1/object/public/${name}/large.bin`;
      for (let round = 0; round < 20; round += 1) {
        const leaving = new AbortController();
        const reader = (await fetch(address, { signal: leaving.signal })).body?.getReader();
        await reader?.read();
        leaving.abort();
      }
      expect((await (await fetch(address)).arrayBuffer()).byteLength).toBe(size);
    });
  });
});

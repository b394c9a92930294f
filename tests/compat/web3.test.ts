import { describe, expect, it } from 'vitest';
import { createEthereumWallet, createSolanaWallet, writeMessage } from '../harness/auth/test-wallets.ts';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { useBackend } from './compat-backend.ts';
import { settings } from './test-users.ts';

const here = { domain: 'localhost:3000', fields: { URI: 'http://localhost:3000/login' } };

describeOnEveryServer('wallets', (server) => {
  const more = '[auth.web3.ethereum]\nenabled = true\n[auth.web3.solana]\nenabled = true';
  const open = useBackend(() => server().database, { toml: settings({ confirm: true, more }) });

  describe('auth.signInWithWeb3', () => {
    it('accepts a message that an Ethereum wallet signed', async () => {
      const { auth } = open().client();
      const wallet = createEthereumWallet();
      const message = writeMessage(wallet, here);
      const signature = wallet.sign(message);
      const { data, error } = await auth.signInWithWeb3({ chain: 'ethereum', message, signature });
      expect(error).toBeNull();
      expect(data.user?.identities?.[0]?.id).toBe(`web3:ethereum:${wallet.address}`);
      const replayed = await auth.signInWithWeb3({ chain: 'ethereum', message, signature });
      expect(replayed.error).toMatchObject({ status: 400 });
    });

    it('accepts a message that a Solana wallet signed', async () => {
      const { auth } = open().client();
      const wallet = createSolanaWallet();
      const message = writeMessage(wallet, here);
      const signature = new Uint8Array(Buffer.from(wallet.sign(message), 'base64'));
      const { data, error } = await auth.signInWithWeb3({ chain: 'solana', message, signature });
      expect(error).toBeNull();
      expect(data.user?.app_metadata.provider).toBe('web3');
    });

    it('requests a signature from an Ethereum wallet, and signs in with it', async () => {
      const { auth } = open().client();
      const own = createEthereumWallet();
      const answers: Record<string, (params?: unknown) => unknown> = {
        eth_requestAccounts: () => [own.address],
        eth_chainId: () => '0x1',
        personal_sign: (params) =>
          own.sign(Buffer.from(String(Object(params)[0]).slice(2), 'hex').toString()),
      };
      const wallet = {
        address: own.address,
        request: async ({ method, params }: { method: string; params?: unknown }) =>
          answers[method]?.(params),
        on: () => undefined,
        removeListener: () => undefined,
      };
      const options = { url: 'http://localhost:3000/login' };
      const { data, error } = await auth.signInWithWeb3({ chain: 'ethereum', wallet, options });
      expect(error).toBeNull();
      expect(data.session?.user.app_metadata.provider).toBe('web3');
    });

    it('refuses a message for another site', async () => {
      const wallet = createEthereumWallet();
      const message = writeMessage(wallet, {
        domain: 'evil.example',
        fields: { URI: 'https://evil.example/' },
      });
      const signature = wallet.sign(message);
      const { error } = await open().client().auth.signInWithWeb3({ chain: 'ethereum', message, signature });
      expect(error?.message).toContain('message was signed for another app');
    });
  });
});

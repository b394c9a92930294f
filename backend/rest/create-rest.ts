/** The data API, compatible with PostgREST: the server side of the official client's `.from()` and `.rpc()`. */
import type { Connections, Database } from '../../database/database.ts';
import type { Log } from '../../database/log.ts';
import type { ApiConfig } from '../config/api-config.ts';
import type { ReadCaller } from '../identity/read-caller.ts';
import { createIdentifyCaller } from './caller.ts';
import { watchCatalogue } from './catalogue/watch-catalogue.ts';
import { createCompile } from './compile/compile.ts';
import { createServeRest, type ServeRest } from './serve.ts';

export interface RestOptions {
  requests: Database['requests'];
  readReplica: Database['readReplica'];
  /** Connections for reading the catalog, on which no caller's statement runs. */
  definitions: Pick<Connections, 'transaction' | 'listen'>;
  readCaller: ReadCaller;
  /** Tokens of third-party applications are accepted, and row security decides. */
  applicationsUseData: boolean;
  api: ApiConfig;
  externalUrl: string;
  nowSeconds: () => number;
  log: Log;
}

export interface Rest {
  serve: ServeRest;
  close(): Promise<void>;
}

export function createRest(options: RestOptions): Rest {
  const { requests, readReplica, definitions, api, externalUrl, log } = options;
  const watch = watchCatalogue({ database: definitions, schemas: api.schemas, log });
  const serve = createServeRest({
    requests,
    readReplica,
    watch,
    compile: createCompile(),
    identifyCaller: createIdentifyCaller(options),
    api,
    externalUrl,
    log,
  });
  return { serve, close: () => watch.close() };
}

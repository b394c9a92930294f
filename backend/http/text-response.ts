/**
 * A Response with a text body. The body makes an ordinary Response slow: a stream is created for it, and the HTTP server reads it back
 * chunk by chunk. This one creates the stream only on access, and our HTTP server never accesses it.
 */
export class TextResponse extends Response {
  readonly content: string;
  #fields: Record<string, string>;
  #headers: Headers | undefined;
  #whole: Response | undefined;

  /** Header names are lower case. */
  constructor(content: string, fields: Record<string, string>, status = 200) {
    super(null, { status });
    this.content = content;
    this.#fields = fields;
  }

  /** Alternating names and values including content-length, as node:http takes them. */
  flatHeaders(): string[] {
    const flat: string[] = [];
    if (this.#headers === undefined)
      for (const name in this.#fields) flat.push(name, this.#fields[name] ?? '');
    else for (const [name, value] of this.#headers) flat.push(name, value);
    flat.push('content-length', String(Buffer.byteLength(this.content)));
    return flat;
  }

  /** Adds headers that are not set yet. */
  addDefaults(defaults: Record<string, string>): void {
    if (this.#headers === undefined) this.#fields = { ...defaults, ...this.#fields };
    else
      for (const name in defaults)
        if (!this.#headers.has(name)) this.#headers.set(name, defaults[name] ?? '');
  }

  override get headers(): Headers {
    this.#headers ??= new Headers(this.#fields);
    return this.#headers;
  }

  override get body() {
    return this.#open().body;
  }

  override get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? false;
  }

  override text(): Promise<string> {
    return this.#open().text();
  }

  override json(): Promise<unknown> {
    return this.#open().json();
  }

  override bytes() {
    return this.#open().bytes();
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#open().arrayBuffer();
  }

  override blob(): Promise<Blob> {
    return this.#open().blob();
  }

  override formData(): Promise<FormData> {
    return this.#open().formData();
  }

  override clone(): Response {
    return this.#open().clone();
  }

  #open(): Response {
    this.#whole ??= new Response(this.content, { status: this.status, headers: this.headers });
    return this.#whole;
  }
}

export function jsonResponse(
  value: unknown,
  options: { status?: number; headers?: Record<string, string> } = {},
): TextResponse {
  const fields = { 'content-type': 'application/json', ...options.headers };
  return new TextResponse(JSON.stringify(value), fields, options.status);
}

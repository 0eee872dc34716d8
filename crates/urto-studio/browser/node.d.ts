// Of node, what these tests use of it; its own types would be another dependency.

declare module "node:assert/strict" {
  function assert(holds: unknown, message?: string | Error): asserts holds;
  namespace assert {
    function equal(is: unknown, wanted: unknown, message?: string): void;
    function notEqual(is: unknown, other: unknown, message?: string): void;
    function deepEqual(is: unknown, wanted: unknown, message?: string): void;
    function notDeepEqual(is: unknown, other: unknown, message?: string): void;
    function match(text: string, pattern: RegExp, message?: string): void;
    function doesNotMatch(text: string, pattern: RegExp, message?: string): void;
    function throws(act: () => unknown, why?: RegExp | ((error: Error) => boolean)): void;
    function rejects(act: Promise<unknown> | (() => Promise<unknown>), why?: RegExp): Promise<void>;
    function fail(message?: string): never;
  }
  export default assert;
}
declare module "node:test" {
  type Options = { skip?: boolean | string; timeout?: number };
  export type TestContext = { diagnostic(text: string): void; skip(why?: string): void; after(act: () => unknown): void };
  export function test(name: string, act: (context: TestContext) => unknown): Promise<void>;
  export function test(name: string, options: Options, act: (context: TestContext) => unknown): Promise<void>;
  export function before(act: () => unknown): void;
  export function after(act: () => unknown): void;
}
declare module "node:child_process" {
  import { EventEmitter } from "node:events";
  interface Stream extends AsyncIterable<Buffer>, EventEmitter {}
  export interface ChildProcess extends EventEmitter {
    readonly stdout: Stream;
    readonly stderr: Stream;
    readonly exitCode: number | null;
    readonly signalCode: string | null;
    kill(signal?: string): boolean;
  }
  type How = { stdio?: string | string[]; cwd?: string; env?: Record<string, string | undefined> };
  export function spawn(command: string, words: string[], how?: How): ChildProcess;
  export function execFile(command: string, words: string[], how: How, done: (error: Error | null, out: string, err: string) => void): ChildProcess;
}
declare module "node:events" {
  export class EventEmitter {
    on(name: string, act: (...all: any[]) => void): this;
    once(name: string, act: (...all: any[]) => void): this;
  }
  export function once(from: EventEmitter, name: string): Promise<any[]>;
}
declare module "node:fs" {
  export function existsSync(path: string): boolean;
}
declare module "node:fs/promises" {
  export function readFile(path: string | URL): Promise<Buffer>;
  export function readFile(path: string | URL, encoding: "utf8"): Promise<string>;
  export function writeFile(path: string, content: string | Uint8Array): Promise<void>;
  export function readdir(path: string | URL): Promise<string[]>;
  export function mkdir(path: string, how?: { recursive?: boolean }): Promise<string | undefined>;
  export function mkdtemp(before: string): Promise<string>;
  export function rm(path: string, how?: { recursive?: boolean; force?: boolean; maxRetries?: number }): Promise<void>;
}
declare module "node:module" {
  export function createRequire(from: string | URL): { resolve(name: string): string };
}
declare module "node:net" {
  import { EventEmitter } from "node:events";
  export interface Socket extends EventEmitter, AsyncIterable<Buffer> {
    write(text: string | Uint8Array): boolean;
    end(text?: string | Uint8Array): this;
    destroy(): this;
    pipe(to: Socket): Socket;
  }
  export type AddressInfo = { port: number };
  export interface Server extends EventEmitter {
    listen(port: number, host: string, done?: () => void): this;
    address(): AddressInfo;
    close(done?: () => void): this;
  }
  export function connect(port: number, host?: string): Socket;
  export function createServer(act?: (socket: Socket) => void): Server;
}
declare module "node:os" {
  export function tmpdir(): string;
}
declare module "node:path" {
  export function join(...parts: string[]): string;
  export function resolve(...parts: string[]): string;
  export function dirname(path: string): string;
}
declare module "node:readline" {
  export function createInterface(from: { input: AsyncIterable<Buffer> }): AsyncIterable<string>;
}
declare module "node:url" {
  export function fileURLToPath(url: string | URL): string;
}
declare module "node:util" {
  export function promisify(act: typeof import("node:child_process").execFile): (command: string, words: string[], how?: object) => Promise<{ stdout: string; stderr: string }>;
}
declare module "node:zlib" {
  export function deflateSync(bytes: Uint8Array): Buffer;
  export function deflateRawSync(bytes: Uint8Array | string, how?: { level?: number }): Buffer;
}

declare class Buffer extends Uint8Array<ArrayBuffer> {
  static from(from: string, encoding?: "utf8" | "latin1" | "base64" | "hex"): Buffer;
  static from(from: string | Buffer): Buffer;
  static from(from: ArrayLike<number> | ArrayBufferLike | Iterable<number>): Buffer;
  static alloc(size: number, fill?: string | number): Buffer;
  static concat(all: readonly Uint8Array[]): Buffer;
  static byteLength(text: string): number;
  toString(encoding?: "utf8" | "latin1" | "base64" | "hex" | "base64url", from?: number, to?: number): string;
  subarray(from?: number, to?: number): Buffer;
  slice(from?: number, to?: number): Buffer;
  indexOf(what: string | number, from?: number): number;
  equals(other: Uint8Array): boolean;
  readUInt32LE(at?: number): number;
  readInt32LE(at?: number): number;
  readUInt16LE(at?: number): number;
  readInt16LE(at?: number): number;
  readUInt32BE(at?: number): number;
  writeUInt32LE(value: number, at?: number): number;
  writeUInt32BE(value: number, at?: number): number;
  writeUInt16LE(value: number, at?: number): number;
  writeInt16LE(value: number, at?: number): number;
  writeFloatLE(value: number, at?: number): number;
  write(text: string, at?: number, encoding?: "utf8" | "latin1"): number;
}
declare const process: {
  readonly argv: string[];
  readonly env: Record<string, string | undefined>;
  readonly execPath: string;
  exit(code?: number): never;
};

// What playwright's own types name.
declare module "child_process" {
  export { ChildProcess } from "node:child_process";
}
declare module "stream" {
  export interface Readable extends AsyncIterable<any> {}
}
declare module "fs" {
  export interface ReadStream extends AsyncIterable<any> {}
}

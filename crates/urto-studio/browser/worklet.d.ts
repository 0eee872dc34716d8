// What an audio thread has; the browser's own types leave it out.

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: unknown): void;
declare const sampleRate: number;
declare const currentFrame: number;

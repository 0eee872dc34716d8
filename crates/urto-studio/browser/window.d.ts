// What tests find in a page beside the browser's own: the studio's engine, what they hear by, and
// whatever a test puts there for itself. Tests look into the page's elements, whose own names nothing
// here knows.

interface Window {
  studio: any;
  ears: {
    loudest: number;
    follow(engine: any): void;
    pass(engine: any, seconds: number): Promise<void>;
  };
  [name: string]: any;
}
interface Element {
  [name: string]: any;
}

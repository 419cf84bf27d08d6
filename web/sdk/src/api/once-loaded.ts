export interface OnceLoaded<T> {
  /** The list, if it is here already. */
  peek(): T | null;
  read(): Promise<T>;
}

/** A public list that is loaded once, so that a screen that needs it can be drawn at the press that opens it. */
export function onceLoaded<T>(load: () => Promise<T>): OnceLoaded<T> {
  let list: T | null = null;
  let loading: Promise<T> | null = null;
  return {
    peek: () => list,
    read() {
      loading ??= load().then(
        (loaded) => (list = loaded),
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}

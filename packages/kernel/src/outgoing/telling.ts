import type { Dispatcher } from 'undici';

/** Tells when requests go out; each comes with a handler of its own. */
export const telling =
  (onConnected: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    const onRequestStart: NonNullable<Dispatcher.DispatchHandler['onRequestStart']> = (...started) => {
      onConnected();
      start?.(...started);
    };
    return dispatch(options, Object.assign(handler, { onRequestStart }));
  };

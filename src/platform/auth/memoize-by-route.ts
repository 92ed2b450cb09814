import type { ExecutionContext } from '@nestjs/common';

/** Works out but once what a request's route alone decides: looking decorators up costs more than what they decide. */
export function memoizeByRoute<T>(find: (context: ExecutionContext) => T): (context: ExecutionContext) => T {
  const byController = new Map<unknown, Map<unknown, T>>();
  return (context) => {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    let found = byController.get(controller);
    if (!found) byController.set(controller, (found = new Map<unknown, T>()));
    if (!found.has(handler)) found.set(handler, find(context));
    return found.get(handler) as T;
  };
}

"""Finding the store: the shipped one, or one compiled for this checkout or this user when it is stale."""

from functools import cache

from assistant import places
from assistant.reference.store import Store


@cache
def open_store() -> Store:
    """The store to read, compiled first where texts or code have changed since.

    A wheel carries its own store, which is read where it lies, unless the user has imported
    editions. Raises RulingError where nothing can be compiled or written.
    """
    own = places.user_laws_dir()
    if not places.in_checkout() and not own.is_dir():
        return Store(places.shipped_store())

    from assistant.reference.stamp import stamp

    sources = [places.laws_dir(), own]
    current = stamp([*sources, places.PACKAGE])
    path = places.cache_dir() / places.STORE_NAME
    if path.exists():
        try:
            store = Store(path)
        except Exception:  # a store that cannot be read is made again, whatever is wrong with it
            store = None
        if store is not None:
            if store.stamp() == current:
                return store
            store.close()

    from assistant.reference.compile import compile_store

    compile_store(path, sources, current)
    return Store(path)

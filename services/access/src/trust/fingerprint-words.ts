/** Two hundred and fifty-six words that neither look nor sound alike, one for each value of a byte. */
export const fingerprintWords: readonly string[] = `
acorn album almond amber anchor anvil apple apron arrow atlas autumn badge bagel bakery balcony bamboo
banjo barrel basket beacon beaver bicycle biscuit blanket blossom border bottle branch bread bridge bronze bucket
buffalo butter button cabin cactus camel candle canyon carbon carpet castle cedar cello chalk cheese cherry
chimney circle citrus clover cobalt coffee comet copper coral cotton cradle crystal cuckoo curtain cushion dahlia
daisy dancer desert diamond dolphin domino donkey dragon drummer eagle early echo elbow elephant ember emerald
engine envelope evening fabric falcon feather fennel ferry fiddle field finger flannel flute forest fossil fountain
fox galaxy garden garlic ginger giraffe glacier goblet golden gondola granite grape guitar hammer harbor harvest
hazel hedgehog helmet hermit heron hollow honey horizon hotel husky iceberg igloo indigo insect island ivory
jacket jaguar jasmine jelly jewel jigsaw journey jungle juniper kayak kernel kettle kingdom kitchen kiwi koala
ladder lagoon lantern laurel lemon leopard lettuce library lilac lizard lobster locket magnet mango maple marble
market meadow melon mirror mitten monkey mosaic muffin museum mustard napkin nectar needle nickel noodle nutmeg
oasis ocean olive onion opal orange orchid osprey otter oxygen oyster paddle panther paper parrot pebble
pelican pencil pepper piano pigeon pillow pirate planet plaza pocket poppy prairie pretzel pumpkin puzzle quartz
quilt rabbit radish rainbow raven ribbon river robin rocket saddle saffron salmon sandal sapphire satchel scarf
shadow silver sketch spinach spruce squirrel statue summer sunset tablet teapot thistle thunder tiger tomato tractor
tulip tunnel turtle umbrella vanilla velvet violin volcano walnut willow window winter wizard yellow zebra zipper
`
  .trim()
  .split(/\s+/);
